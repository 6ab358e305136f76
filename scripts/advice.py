#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""advice.py FOLDER: docs/results/accuracy-advice.md, from the predictions that accuracy.sh left in FOLDER.

A rung's manifest says which advice the next rung follows. What the tool promises for that advice is held against what the next
rung gained on the H200."""
import json
import math
import os
import sys

import accuracy

NEAR = 1.5

INTRODUCTION = """# Advice against the next rung

Written by `make accuracy` ([accuracy.md](accuracy.md)), which runs `scripts/advice.py`. Many rungs of the ladders do what a piece of advice says: pad the
tile, coalesce, tile, unroll. The manifest names that advice (`advice` in `ladder.json`), judged by the sentence that describes the next rung, not by any
prediction. The tool predicts what the advice would gain on the rung before, from a replay of the launch with that change; the next rung was measured on an H200. Do the two agree?

- *promised*: the predicted speedup of the advice; 1.00 x if the tool does not give this advice for the rung, because the predicted gain is too small or its condition does
  not hold.
- *measured*: how much faster the next rung is, with warm caches ([docs/results/h200](h200/README.md)).
- Steps that are an algorithm of their own, change the work, or are a mistake made on purpose follow no advice. They are not here.
- Ten of the labels were changed after the first results had been seen, each because the sentence or the kernel says something else than the first label did: `matmul/naive_row_x` (its block keeps the
  accesses uncoalesced), `random/normal` and `layout_rows/flat_4d` follow no advice; `matmul/coarse_private` leaves local memory; `reduce/atomic` gets loads in flight; `reduce/sequential` gives threads more
  elements; four steps of `hotspot` and `convolution` move fewer bytes, which promises nothing. With the first labels, and the first version of the what-ifs, tau was 0.62 and 69 % were within 1.5 x, of advice that was given.
- Some advice makes no promise: nobody has a what-if for it that beats a constant (barriers, double precision, fewer bytes). It is listed, and not counted.
- A promise is for one change, and as far as a what-if goes: two elements, or four iterations unrolled. A rung may do more, or other things besides.

`ladder --story` shows the same for one ladder."""

LEGEND = """*Within {near} x*: of the two gains. *tau* is Kendall's: 1, if the larger promise always goes with the larger measured gain, 0 for no relation. The last column is no
model at all: the median of the measured gains, for every step; a column that is no better knows nothing about its steps."""


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def measured_times(ladder):
    path = os.path.join(accuracy.RESULTS, ladder + ".cuda.json")
    rows = read(path)["benchmarks"] if os.path.exists(path) else []
    return {row["name"].split("/")[1]: row["real_time"] for row in rows if row.get("real_time")}


def is_kernel(rung):
    return not rung["file"].endswith(".c") and not rung.get("vendor")


def steps_of(folder, ladder):
    """Each rung whose next one follows an advice, was measured as the next one was, and is predicted."""
    times = measured_times(ladder)
    rungs = [r for r in read(os.path.join(accuracy.ROOT, "ladders", ladder, "ladder.json"))["rungs"] if is_kernel(r) and r["name"] in times]
    for here, above in zip(rungs, rungs[1:]):
        path = accuracy.kept(folder, "ladder", f"{ladder}/{here['name']}", "warm")
        if "advice" not in here or not os.path.exists(path):
            continue
        given = {a["name"]: a for a in read(path)["benchmarks"][0].get("advice", [])}
        gain = given.get(here["advice"], {}).get("gain")
        promises = "gain" in read(os.path.join(accuracy.ROOT, "data", "advice", here["advice"] + ".json"))
        yield {"rung": f"{ladder}/{here['name']}", "next": above["name"], "rule": here["advice"], "words": here.get("next", ""),
               "given": here["advice"] in given, "promises": promises, "promised": 1 / (1 - gain) if gain else 1.0,
               "seen": times[here["name"]] / times[above["name"]]}


def factor(pair):
    return max(pair[0] / pair[1], pair[1] / pair[0])


def distance(pairs):
    return sum(abs(math.log(a / b)) for a, b in pairs) / len(pairs)


def summary(steps):
    median = sorted(s["seen"] for s in steps)[len(steps) // 2]
    columns = [("advice that is given", [(s["seen"], s["promised"]) for s in steps if s["given"]]),
               ("all steps", [(s["seen"], s["promised"]) for s in steps]),
               (f"always {median:.2f} x", [(s["seen"], median) for s in steps])]
    yield "| | " + " | ".join(title for title, _ in columns) + " |"
    yield "|---|" + "--:|" * len(columns)
    yield "| steps | " + " | ".join(str(len(pairs)) for _, pairs in columns) + " |"
    for most in (1.25, NEAR, 2):
        yield f"| within {most:g} x | " + " | ".join(
            f"{sum(factor(p) <= most for p in pairs)} ({100 * sum(factor(p) <= most for p in pairs) / len(pairs):.0f} %)" for _, pairs in columns) + " |"
    yield "| median factor between them | " + " | ".join(f"{sorted(map(factor, pairs))[len(pairs) // 2]:.2f}" for _, pairs in columns) + " |"
    yield "| tau | " + " | ".join("-" if len({p[1] for p in pairs}) < 2 else f"{accuracy.kendall(pairs):.2f}" for _, pairs in columns) + " |"


def by_rule(steps):
    median = sorted(s["seen"] for s in steps)[len(steps) // 2]
    yield f"| rule | steps | given | within {NEAR:g} x | mean error | … of always {median:.2f} x |"
    yield "|---|--:|--:|--:|--:|--:|"
    for rule in sorted({s["rule"] for s in steps}):
        mine = [s for s in steps if s["rule"] == rule]
        pairs = [(s["seen"], s["promised"]) for s in mine]
        error, dull = distance(pairs), distance([(s["seen"], median) for s in mine])
        yield (f"| `{rule}` | {len(mine)} | {sum(s['given'] for s in mine)} | {sum(factor(p) <= NEAR for p in pairs)} | "
               f"{100 * (math.exp(error) - 1):.0f} % | {100 * (math.exp(dull) - 1):.0f} % |")


def promise(s):
    if not s["promises"]:
        return "no promise" + ("" if s["given"] else ", not given")
    return f"{s['promised']:.2f} x" + ("" if s["given"] else ", not given")


def table(steps):
    yield "| rung | next rung | what it changes | advice | promised | measured |"
    yield "|---|---|---|---|--:|--:|"
    for s in steps:
        yield f"| {s['rung']} | {s['next']} | {s['words']} | `{s['rule']}` | {promise(s)} | {s['seen']:.2f} x |"


def page(folder):
    every = [s for ladder in accuracy.ladders(accuracy.LADDERS) for s in steps_of(folder, ladder)]
    steps = [s for s in every if s["promises"]]
    if not steps:
        sys.exit(f"advice.py: {folder} has no predictions")
    print("\n\n".join([INTRODUCTION, "## Summary\n\n" + "\n".join(summary(steps)), LEGEND.format(near=NEAR),
                       "## By rule\n\nThe error is of promised against measured gains, as a factor, over all steps of the rule.\n\n" + "\n".join(by_rule(steps)),
                       "## Step by step\n\n" + "\n".join(table(every))]))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    page(sys.argv[1])
