#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The lectures' own tables against the models of their GPUs.

    scripts/lectures.py [WARPGRIND [TABLE...]]

Reads tests/recorded/lectures/*.csv, runs what the column `run` names on the simulator with the row's GPU and prints
the printed value, the predicted one, and their ratio. Within a table the order should be the same. Rows without a run
say why there is none; runs without an estimate say so.
"""
import csv
import glob
import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LIMIT = 1.5  # what the two may differ by
APART = 1.02  # the lecture tells two rows apart from here on, as docs/results/accuracy.md has it


def read(path):
    with open(path, encoding="utf-8") as file:
        return [row for row in csv.DictReader(file) if not row["run"].startswith("pattern")]


def split(run):
    """'ladder matmul/tiled -n 512' -> ('ladder', 'matmul', 'matmul/tiled', ('-n', '512'))"""
    verb, name, *options = run.split()
    return verb, name.split("/")[0], name, tuple(options)


def results(program, rows):
    """The benchmarks of all runs by (run, gpu); one command for the rungs of a ladder that share sizes and GPU."""
    commands, found = {}, {}
    for row in rows:
        if row["run"] and row["gpu"]:
            verb, folder, name, options = split(row["run"])
            commands.setdefault((verb, folder, options, row["gpu"]), set()).add(name.split("/")[1])
    for (verb, folder, options, gpu), rungs in commands.items():
        command = [program, verb, folder, "-m", ",".join(sorted(rungs)), *options, "-d", "sim:" + gpu]
        done = subprocess.run(command + ["--sample" if verb == "ladder" else "--predict"] + ["-q", "--json", "-"], capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(" ".join(command) + ": " + done.stderr)
        for benchmark in json.loads(done.stdout)["benchmarks"]:
            found[benchmark["name"], options, gpu] = benchmark
    return found


def predicted(benchmark, unit):
    """In the unit the lecture prints, or a sentence."""
    seconds = benchmark.get("estimate", {}).get("seconds", 0)
    if benchmark.get("error_message"):
        return benchmark["error_message"]
    if not seconds:
        return "no estimate"
    amount = {"ms": None, "GFLOP/s": benchmark["flops"], "GB/s": benchmark["bytes"]}[unit]
    return 1e3 * seconds if amount is None else amount / seconds / 1e9


def in_order(pairs):
    """Pairs of rows that both put the same way round, of all pairs the lecture tells apart."""
    right = total = 0
    for i, (printed, guess) in enumerate(pairs):
        for other, other_guess in pairs[:i]:
            if max(printed, other) >= APART * min(printed, other):
                total += 1
                right += (printed < other) == (guess < other_guess)
    return right, total


def show(program, path):
    rows = read(path)
    if not rows:
        return
    found, pairs, within = results(program, rows), [], 0
    print("\n" + os.path.basename(path))
    for row in rows:
        printed, text = float(row["value"]), row["note"]
        if row["run"]:
            _, _, name, options = split(row["run"])
            guess = predicted(found[name, options, row["gpu"]], row["unit"])
            text = guess
            if not isinstance(guess, str):
                ratio = max(guess / printed, printed / guess)
                pairs.append((printed, guess))
                within += ratio <= LIMIT
                text = f"{guess:9.4g}   {guess / printed:5.2f} x{'' if ratio <= LIMIT else '   too far'}"
        print(f"  {row['row']}  {row['lecture']:52.52}  {printed:9g} {row['unit']:7}  {text}")
    if pairs:
        right, total = in_order(pairs)
        print(f"  within {LIMIT} x: {within} of {len(pairs)}; pairs in the lecture's order: {right} of {total}")


def main():
    program = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "build", "warpgrind"))
    tables = sys.argv[2:] or sorted(glob.glob(os.path.join(ROOT, "tests", "recorded", "lectures", "*.csv")))
    tables = [os.path.abspath(table) for table in tables]
    os.chdir(ROOT)
    for table in tables:
        show(program, table)


main()
