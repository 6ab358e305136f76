#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""corpus.py WARPGRIND [--part N] [--threads] [--page] [CASE]...: whether `warpgrind check` finds the planted errors of tests/check/bugs at the lines that
are marked, and nothing in tests/check/clean. --part N takes every Nth case; --threads also compares
the reports of 1, 2 and 3 host threads, which must be the same; --page writes docs/results/check.md instead."""
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CLASSES = ("bounds", "race", "uninitialised", "sync")

# What is known not to be right, and why.
KNOWN = {
    "group_copy_no_wait": "the compiler makes a plain loop of async_work_group_copy, which leaves nothing to wait for",
    "cl_wait_first_event": "likewise",
    "bitfield_cells": "values are followed by bytes: of a byte whose bits are set one after the other the rest counts as unset",
}

PAGE = """# Planted errors and clean kernels

Written by `python3 tests/check/corpus.py build/warpgrind --page`. Nearly all kernels in [tests/check](../../tests/check) were written by four people who did not know the checker, from the CUDA and
OpenCL guides alone: in each of *bugs* one error is planted and its lines are marked, in *clean* there is none, although much looks odd. Found means: a report of the right class whose lines are all
marked ones. Asked for the first time, the checker found 67 of the first 72 errors and was silent about 42 of the first 74 clean kernels; of the next set, written when those were mended, it found
76 of 83 and was silent about 93 of 94. What it had wrong was mended then. [compute-sanitizer](../../tests/check/sanitizer.txt) 13.0 ran the CUDA cases with each of its four tools on
an H200; its initcheck sees no uninitialised buffers there, because the buffers of these runs are filled with zeros.
"""


def source_of(folder, name):
    return next(path for path in (folder / f"{name}.cu", folder / f"{name}.cl") if path.exists())


def marks_of(path):
    marks = {}
    for number, line in enumerate(path.read_text().split("\n"), 1):
        found = re.search(r"//! *([a-z, ]+)", line)
        if found:
            marks[number] = [word.strip() for word in found.group(1).split(",")]
    return marks


def check(program, spec, threads="0"):
    """Errors that are found, each as (class, lines), or a sentence that says why there is no answer."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "found.json"
        try:
            ran = subprocess.run([program, "check", spec, "-q", "-j", threads, "--json", path], capture_output=True, text=True, cwd=ROOT, timeout=120)
        except subprocess.TimeoutExpired:
            return "no answer after two minutes"
        if ran.returncode not in (0, 3):
            return ran.stderr.strip() or f"exit status {ran.returncode}"
        findings = json.loads(path.read_text())["check"]["findings"]
    return [(f["class"], [f[place]["line"] for place in ("at", "with") if f.get(place) and f[place].get("line")]) for f in findings if f["severity"] == "error"], findings


def is_right(marks, found):
    kind, lines = found
    return lines and all(line in marks for line in lines) and any(kind in marks[line] for line in lines)


THREADS = "--threads" in sys.argv


def judge(program, folder, name, wanted, kind):
    found = check(program, folder / f"{name}.json")
    found, findings = found if isinstance(found, tuple) else (found, [])
    if THREADS and any(check(program, folder / f"{name}.json", n) != (found, findings) for n in "123") and not isinstance(found, str):
        return {"name": name, "class": wanted, "ok": False, "why": "the report depends on the number of host threads"}
    if isinstance(found, str) and "file not found" in found:  # a header of the toolkit, where there is none
        return {"name": name, "class": wanted, "ok": None, "why": found}
    if isinstance(found, str):
        return {"name": name, "class": wanted, "ok": False, "why": found}
    if wanted == "clean":
        return {"name": name, "class": wanted, "ok": not found, "why": f"reported: {found}" if found else ""}
    marks = marks_of(source_of(folder, name))
    wrong = [f for f in found if not is_right(marks, f)]
    ok = any(is_right(marks, f) for f in found) and (not kind or any(f["kind"] == kind for f in findings))
    return {"name": name, "class": wanted, "ok": ok and not wrong, "why": "" if ok and not wrong else f"found {found}, marked {marks}"}


def sanitizer():
    found = {}
    for line in (HERE / "sanitizer.txt").read_text().split("\n"):
        words = line.split()
        if len(words) >= 3 and not line.startswith("#"):
            found.setdefault(words[0], []).extend([words[1]] if int(words[2]) else [])
    return found


def page(results, cases):
    theirs = sanitizer()
    yield PAGE
    yield "| class | cases | found | CUDA cases | found by compute-sanitizer |\n|---|---|---|---|---|"
    for kind in CLASSES:
        of = [r for r in results if r["class"] == kind]
        cuda = [r for r in of if r["name"] in theirs]
        yield f"| {kind} | {len(of)} | {sum(r['ok'] for r in of)} | {len(cuda)} | {sum(bool(theirs[r['name']]) for r in cuda)} |"
    clean = [r for r in results if r["class"] == "clean"]
    yield f"| clean | {len(clean)} | {sum(not r['ok'] for r in clean)} reported | | |\n\nNot right, and why:\n"
    yield "\n".join(f"- `{r['name']}`: {KNOWN.get(r['name'], r['why'])}" for r in results if not r["ok"])
    yield "\n| case | class | found | compute-sanitizer | what is wrong |\n|---|---|---|---|---|"
    for r in results:
        if r["class"] != "clean":
            other = ", ".join(theirs[r["name"]]) or "nothing" if r["name"] in theirs else "(OpenCL)"
            yield f"| `{r['name']}` | {r['class']} | {'yes' if r['ok'] else 'no'} | {other} | {cases[r['name']]['what']} |"


def main():
    program, *words = sys.argv[1:]
    program = pathlib.Path(program).resolve()
    part = int(words[words.index("--part") + 1]) if "--part" in words else 1
    names = [w for w in words if not w.startswith("--") and not w.isdigit()]
    cases, jobs = {}, []
    for folder in (HERE / "bugs", HERE / "clean"):
        listed = json.loads((folder / "cases.json").read_text())
        cases.update(listed)
        jobs += [(folder, name, case["class"], case.get("kind")) for name, case in listed.items()]
    jobs = [j for j in jobs if j[1] in names] if names else jobs[::part]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda job: judge(program, *job), jobs))
    missing = [r for r in results if r["ok"] is None]
    results = [r for r in results if r["ok"] is not None]
    if "--page" in words:
        (ROOT / "docs/results/check.md").write_text("\n".join(page(results, cases)) + "\n")
    failed = [r for r in results if not r["ok"] and r["name"] not in KNOWN]
    for r in failed:
        print(f"{r['name']} ({r['class']}): {r['why']}")
    print(f"{sum(r['ok'] for r in results)} of {len(results)} as they should be", f"({len(missing)} left out: a header is missing)" if missing else "")
    sys.exit(bool(failed))


main()
