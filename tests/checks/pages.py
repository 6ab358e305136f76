#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""pages.py WARPGRIND [--more]: whether docs/results says what this program says. A few rungs and kernels of others, quick ones that differ in what limits them, are predicted
again (more of them with --more, in a minute) as `make accuracy` and `make strangers` do, and compared with the pages those write. If one differs, the model or the rules have changed since."""
import os
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, os.path.join(ROOT, "scripts"))
import accuracy  # noqa: E402
import advice  # noqa: E402
import limiters  # noqa: E402
import strangers  # noqa: E402

RUNGS = ("layout/aos_x", "layout_rows/row_major_2d", "matmul_tile/shared")
MORE_RUNGS = ("divergence/parity", "items/float2", "memory/table_constant", "pi/integer", "random/normal_f64", "reduce/atomic_each", "reduce/strided")
KERNELS = ("second/iir_biquad", "third/tridiag")
MORE_KERNELS = ("students/similarity", "third/fnv_strings")
NEAR = 0.01  # of two numbers: the digits that a page shows, and another processor's rounding
COMPILER = "nvrtc 13.0"  # of the pages: others make other PTX


def rows_of(page):
    """The cells of each row of a page's tables, by the first."""
    with open(os.path.join(ROOT, "docs", "results", page), encoding="utf-8") as file:
        tables = [[cell.strip() for cell in line.strip().strip("|").replace("\\|", "\0").split("|")] for line in file if line.startswith("| ")]
    return {cells[0]: [cell.replace("\0", "|") for cell in cells] for cells in tables}


def same(cell, value):
    try:
        return abs(float(cell.split()[0]) / value - 1) <= NEAR
    except (ValueError, TypeError, ZeroDivisionError):
        return cell == value


def predict(program, rung, folder):
    ladder, name = rung.split("/")
    path = accuracy.kept(folder, "ladder", rung, "warm")
    subprocess.run([program, "ladder", ladder, "-m", name, "-d", "sim:h200", "--sizes", "large", "--sample", "--story", "-q", "--json", path],
                   check=True, cwd=ROOT, stdout=subprocess.DEVNULL)


def of_rungs(rungs, folder):
    """Of each: the page, the row, its column, what should stand there, and what writes it."""
    for rung in rungs:
        yield "accuracy.md", rung, 2, accuracy.predicted(folder, "ladder", rung, "warm"), "make accuracy"
    for rung, _, limiter in limiters.predicted(folder)[0]:
        yield "accuracy-limiters.md", rung, 3, limiter, "make accuracy"
    for ladder in sorted({rung.split("/")[0] for rung in rungs}):
        for step in advice.steps_of(folder, ladder):
            yield "accuracy-advice.md", step["rung"], 4, step["promised"] if step["promises"] else advice.promise(step), "make accuracy"


def of_kernels(kernels, program):
    for kernel in kernels:
        name = kernel.split("/")[1]
        answer = strangers.ask(program, os.path.join(strangers.FOLDER, kernel + ".json"))
        said = strangers.judge({"name": name, "line": "", "limiter": []}, [], answer)
        for column, value in ((1, said["limiter"]), (3, f"`{said['line']}`"), (5, f"`{said['advice']}`")):
            yield "strangers.md", name, column, value, "make strangers"


def main(program, more):
    stale, compared = 0, 0
    rungs, kernels = RUNGS + (MORE_RUNGS if more else ()), KERNELS + (MORE_KERNELS if more else ())
    with tempfile.TemporaryDirectory() as folder:
        for rung in rungs:
            predict(program, rung, folder)
        compiler = accuracy.record(folder, "ladder", rungs[0], "warm").get("compiler", "")
        if not compiler.startswith(COMPILER):
            print(f"skipped: the pages were made with {COMPILER}, here is {compiler or 'no compiler'}")
            return 77
        for page, row, column, value, command in [*of_rungs(rungs, folder), *of_kernels(kernels, program)]:
            cells = rows_of(page).get(row, [])
            compared += 1
            if len(cells) <= column or not same(cells[column], value):
                stale += 1
                print(f"docs/results/{page}, {row}: has {cells[column] if len(cells) > column else 'nothing'}, should be {value}; `{command}` writes it again")
    print(f"{compared - stale} of {compared} figures of docs/results are those of this program")
    return stale > 0


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["--more"]):
        sys.exit(__doc__)
    sys.exit(main(os.path.abspath(sys.argv[1]), len(sys.argv) == 3))
