#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""run.py WARPGRIND [--table] [KERNEL]...: whether the line that causes most of the time is the one an expert names.

expected.csv says which that is, from reading the source. Prints how many are, and fails where there are fewer than the page
docs/results/lines.md says; --table prints the page's rows instead.
"""
import concurrent.futures
import csv
import json
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PAGE = ROOT / "docs/results/lines.md"


def explain(program, kernel):
    """What a report says of a kernel: its source lines, each with its shares of the time, and who compiled it."""
    ran = subprocess.run([program, "explain", kernel, "-q", "-j1", "--json", "-"], cwd=ROOT, capture_output=True, text=True)
    if ran.returncode:
        sys.exit(f"{kernel}: {ran.stderr.strip()}")
    return json.loads(ran.stdout)["benchmarks"][0]


def slowest(lines, by):
    return max(lines, key=lambda line: line.get(by, 0))


def is_expected(line, row):
    return pathlib.Path(line["file"]).name == row["file"] and row["line"] in line.get("text", "")


def reason_of(line):
    stalls = line.get("stalls", {})
    return max(stalls, key=stalls.get) if stalls else "-"


def judge(program, row):
    answer = explain(program, row["kernel"])
    lines = answer["lines"]
    first = slowest(lines, "time_share")
    return {"row": row, "compiler": answer["compiler"], "line": first, "agrees": is_expected(first, row),
            "waits": is_expected(slowest(lines, "wait_share"), row),
            "expected": sum(line.get("time_share", 0) for line in lines if is_expected(line, row))}


def say(result):
    row, line = result["row"], result["line"]
    found = f"line {line['line']}, {100 * line['time_share']:.0f} %, {reason_of(line)}: {line.get('text', '').strip()}"
    print(f"{row['kernel']}: {'as expected' if result['agrees'] else 'not'}, {found}")
    if not result["agrees"]:
        print(f"    expected: {row['line']}, {100 * result['expected']:.0f} %: {row['reason']}")


def tell(result):
    row, line = result["row"], result["line"]
    print(f"| `{row['kernel']}` | {'yes' if result['agrees'] else 'no'} | {line['line']} | {100 * line['time_share']:.0f} % | "
          f"{reason_of(line)} | {'yes' if result['waits'] else 'no'} |")


def least_of_page(compilers):
    """Of other compilers than the page's the lines differ: 26 are right with clang 14."""
    if not all("nvrtc" in compiler for compiler in compilers):
        return 25
    found = re.search(r"\*\*(\d+) of \d+\*\*", PAGE.read_text())
    return int(found.group(1))


def main():
    program, *words = sys.argv[1:]
    program = pathlib.Path(program).resolve()
    wanted = [word for word in words if word != "--table"]
    rows = [row for row in csv.DictReader(open(HERE / "expected.csv")) if not wanted or row["kernel"] in wanted]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda row: judge(program, row), rows))
    for result in results:
        (tell if "--table" in words else say)(result)
    right, by_wait = sum(r["agrees"] for r in results), sum(r["waits"] for r in results)
    print(f"{right} of {len(rows)} by what causes the time, {by_wait} of {len(rows)} by where warps wait")
    least = least_of_page({r["compiler"] for r in results})
    if not wanted and right < least:
        sys.exit(f"{PAGE.relative_to(ROOT)} says {least}")


main()
