#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether `warpgrind ladder X`, as it is typed, teaches the right order of the rungs.

usage: lessons.py WARPGRIND [LADDER]... [-- OPTION...]

Climbs each ladder, with the options, else at its default sizes, on the simulated H200 and compares the order of the model's times with the order
of the times that were measured on an H200 at large sizes (docs/results/h200). Kendall's tau is 1 where every pair of
rungs has the same order and -1 where every pair has the other. Pairs whose measured times differ by less than SAME say
nothing and are left out; pairs whose model times differ by less than SAME count as neither right nor wrong. The wrong
pairs are named. Seconds are those that the command spent on all processors together.
"""
import json
import os
import resource
import subprocess
import sys

SAME = 0.05
FOLDER = "docs/results/h200"


def measured(ladder):
    path = os.path.join(FOLDER, ladder + ".cuda.json")
    with open(path, encoding="utf-8") as file:
        rungs = json.load(file)["benchmarks"]
    return {r["name"].split("/")[-1]: r["real_time"] for r in rungs if "real_time" in r and r.get("compiler")}


def model(program, ladder, options):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run([program, "ladder", ladder, "--json", "-"] + options, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                         check=False).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    times = {}
    launch = 0
    for r in json.loads(out)["benchmarks"]:
        estimate = r.get("estimate")
        if estimate:
            times[r["name"].split("/")[-1]] = estimate["seconds"]
            launch += r.get("diagnosis", {}).get("limiter") == "launch"
    return times, seconds, launch


def order(a, b):
    return 0 if abs(a - b) < SAME * max(a, b) else 1 if a > b else -1


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program, ladders, options = sys.argv[1], sys.argv[2:], []
    if "--" in ladders:
        options = ladders[ladders.index("--") + 1:]
        ladders = ladders[:ladders.index("--")]
    ladders = ladders or sorted(x for x in os.listdir("ladders") if os.path.exists(os.path.join(FOLDER, x + ".cuda.json")))
    print("| ladder | rungs | pairs | tau | limited by the launch | seconds | in the wrong order |\n|---|---|---|---|---|---|---|")
    for ladder in ladders:
        real = measured(ladder)
        guess, seconds, launch = model(program, ladder, options)
        rungs = [r for r in real if r in guess]
        pairs, score, wrong = 0, 0, []
        for k, a in enumerate(rungs):
            for b in rungs[:k]:
                truth = order(real[a], real[b])
                if not truth:
                    continue
                pairs += 1
                found = order(guess[a], guess[b])
                score += truth * found
                if truth * found < 0:
                    wrong.append(f"{b}/{a}")
        tau = f"{score / pairs:.2f}" if pairs else "-"
        print(f"| {ladder} | {len(rungs)} | {pairs} | {tau} | {launch} | {seconds:.1f} | {', '.join(wrong[:8])}"
              f"{', …' if len(wrong) > 8 else ''} |", flush=True)


main()
