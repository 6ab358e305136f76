#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""whatif.py WARPGRIND FOLDER: docs/results/accuracy-whatif.md, from the predictions that accuracy.sh left in FOLDER.

A ladder as measured on the H200 and the model's estimates of its rungs become one file of results; `warpgrind report --csv` says of
each rung which what-if is without its limiter, and which rung is the next: by the rule that `ladder --story` has."""
import csv
import io
import json
import os
import subprocess
import sys
import tempfile

import accuracy

SAME = accuracy.TIE  # a gain nearer to 1 than this is none

INTRODUCTION = """# What-ifs against the next rung

Written by `make accuracy` ([accuracy.md](accuracy.md)), which runs `scripts/whatif.py`. The model names the limiter of a rung and predicts how much faster the rung would
be without it. The next rung of the ladder was written to be faster, and was measured on an H200. Do the two gains agree?

- *what-if*: of the what-ifs that remove the named limiter, the one with the largest gain. Some limiters (an arithmetic pipe, L2) have no what-if.
- *without*: the predicted speedup of the rung without the limiter.
- *next rung*: the next kernel of the ladder, what it changes according to the manifest, and its speedup over this rung: estimated, and as measured with warm caches
  ([docs/results/h200](h200/README.md)).

`ladder --story` shows the same for one ladder.

## What the columns can and cannot show

- **A what-if removes one thing entirely.** Every load hits L1, no access is uncoalesced, no warp waits at a barrier. A rung does what is possible. If it changes only
  that, the what-if is an upper bound for its gain, and close to it only if the rung removes the whole problem.
- **A rung often changes more than its limiter, or something else**: its algorithm, its loads, its registers. It may then gain far more than the what-if, or less, and
  neither says anything about the what-if. The column with the manifest's words lets the reader judge; no rule here does.
- **Some rungs show a mistake, or another question.** They are slower than the one before on purpose. Steps to a rung with different work (other flops or bytes in
  the manifest) are marked and do not count below; steps that change the question but not the work do.
- The what-if of a wrongly named limiter does not predict the gain of the next rung; [accuracy-limiters.md](accuracy-limiters.md) lists the wrongly named ones.
- *by the model* is what a user without a GPU sees when trying the next rung; it has the errors of two estimates ([accuracy.md](accuracy.md)).
"""

LEGEND = """A what-if that gains nothing is none, so its direction is always "faster". Same direction: both gains above {same}, both below 1/{same}, or both between. Within a factor: of
the two gains. *tau* is Kendall's: 1, if the larger predicted gain always goes with the larger measured one, 0 for no relation. The last column is no model at all: the median of the measured gains,
for every step; a column that is no better knows nothing about its steps."""


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def with_estimates(document, folder):
    """A measured ladder whose rows have the estimates, and the counters they were read with, of the predictions."""
    rows = []
    for row in document["benchmarks"]:
        measured = {key: value for key, value in row.items() if key not in ("estimate", "diagnosis")}
        path = accuracy.kept(folder, "ladder", row["name"], "warm")
        guess = [r for r in read(path)["benchmarks"] if r["name"] == row["name"]] if os.path.exists(path) else []
        rows.append({**(guess[0] if guess else {}), **measured})
    return {"context": document["context"], "benchmarks": rows}


def report(program, document):
    """Rung to row, as `warpgrind report` writes them for programs."""
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        json.dump(document, file)
        file.flush()
        text = subprocess.run([program, "report", file.name, "--csv", "-"], check=True, capture_output=True, text=True).stdout
    return {row["rung"]: row for row in csv.DictReader(io.StringIO(text))}


def number(text):
    return float(text) if text else None


def steps_of(program, folder, ladder):
    """What the page says of each rung that was predicted."""
    document = read(os.path.join(accuracy.RESULTS, ladder + ".cuda.json"))
    measured = {row["name"].split("/")[1]: row for row in document["benchmarks"]}
    words = {rung["name"]: rung.get("next", "") for rung in read(os.path.join(accuracy.ROOT, "ladders", ladder, "ladder.json"))["rungs"]}
    for name, row in report(program, with_estimates(document, folder)).items():
        if not row["model_limiter"] or not number(row["seconds"]) or number(row["seconds"]) < 1e-6 * accuracy.LEAST:
            continue
        here, above = measured[name], measured.get(row["next_rung"])
        yield {
            "rung": name, "limiter": row["model_limiter"], "what_if": row["what_if"], "without": number(row["x_without_limiter"]),
            "next": row["next_rung"], "change": words[name], "model": number(row["model_x_next"]), "seen": number(row["x_next"]),
            "other_work": bool(above) and any(here.get(key) != above.get(key) for key in ("flops", "bytes", "rate_unit")),
            "leaves": bool(above) and here.get("limiter") != above.get("limiter"),
        }


def gain(value):
    return "-" if value is None else f"{value:.2f} x" if value < 99.5 else f"{value:.0f} x"


def table(steps):
    yield "| rung | limiter | what-if | without | next rung | what it changes | by the model | measured |"
    yield "|---|---|---|--:|---|---|--:|--:|"
    for s in steps:
        mark = " (other work)" if s["other_work"] else ""
        yield (f"| {s['rung']} | {s['limiter']} | {s['what_if'] or '-'} | {gain(s['without'])} | {s['next'] or '-'}{mark} | {s['change'] or '-'} | "
               f"{gain(s['model'])} | {gain(s['seen'])} |")


def direction(value):
    return (value > SAME) - (value < 1 / SAME)


def summary(counted):
    """counted: steps with a next rung that does the same work."""
    tried = [s for s in counted if s["without"]]
    leaving = [s for s in tried if s["leaves"]]
    modelled = [s for s in counted if s["model"]]
    gains = sorted(s["seen"] for s in counted)
    median = gains[len(gains) // 2]
    columns = [
        ("what-if", [(s["seen"], s["without"]) for s in tried]),
        ("… where the manifest declares another limiter for the next rung", [(s["seen"], s["without"]) for s in leaving]),
        ("next rung by the model", [(s["seen"], s["model"]) for s in modelled]),
        (f"always {median:.2f} x", [(s["seen"], median) for s in counted]),
    ]
    yield "| against the measured gain of the next rung | " + " | ".join(title for title, _ in columns) + " |"
    yield "|---|" + "--:|" * len(columns)

    def row(title, value):
        return f"| {title} | " + " | ".join(value(pairs) if pairs else "-" for _, pairs in columns) + " |"

    def part(test):
        return lambda pairs: f"{sum(map(test, pairs))} ({100 * sum(map(test, pairs)) / len(pairs):.0f} %)"
    yield row("steps", lambda pairs: str(len(pairs)))
    yield row("same direction", part(lambda p: direction(p[0]) == direction(p[1])))
    for most in (1.25, accuracy.FAR, 2):
        yield row(f"within a factor of {most:g}", part(lambda p: accuracy.factor(p) <= most))
    yield row("median factor between them", lambda pairs: f"{sorted(map(accuracy.factor, pairs))[len(pairs) // 2]:.2f}")
    yield row(f"measured gain is larger, by more than {SAME:g} x", part(lambda p: p[0] > SAME * p[1]))
    yield row("tau", lambda pairs: "-" if len({p[1] for p in pairs}) < 2 else f"{accuracy.kendall(pairs):.2f}")


def middle(values):
    return sorted(values)[len(values) // 2]


def by_what_if(counted):
    yield "| what-if | limiter | steps | median without | median measured | same direction | within a factor of 1.6 | measured gain is larger | tau |"
    yield "|---|---|--:|--:|--:|--:|--:|--:|--:|"
    tried = [s for s in counted if s["without"]]
    for name in sorted({s["what_if"] for s in tried}, key=lambda name: -sum(s["what_if"] == name for s in tried)):
        steps = [s for s in tried if s["what_if"] == name]
        pairs = [(s["seen"], s["without"]) for s in steps]
        tau = accuracy.kendall(pairs)
        yield (f"| {name} | {', '.join(sorted({s['limiter'] for s in steps}))} | {len(steps)} | {gain(middle([p for _, p in pairs]))} | {gain(middle([m for m, _ in pairs]))} | "
               f"{sum(direction(m) == direction(p) for m, p in pairs)} | {sum(accuracy.factor(p) <= accuracy.FAR for p in pairs)} | "
               f"{sum(m > SAME * p for m, p in pairs)} | {'-' if tau is None or len(pairs) < 5 else f'{tau:.2f}'} |")


def page(program, folder):
    measured = [ladder for ladder in accuracy.ladders(accuracy.LADDERS) if os.path.exists(os.path.join(accuracy.RESULTS, ladder + ".cuda.json"))]
    ladders = {ladder: list(steps_of(program, folder, ladder)) for ladder in measured}
    every = [step for steps in ladders.values() for step in steps]
    counted = [s for s in every if s["seen"] and not s["other_work"]]
    if not counted:
        sys.exit(f"whatif.py: {folder} has no predictions")
    none = sum(not s["without"] for s in counted)
    parts = [
        [INTRODUCTION.rstrip()],
        ["## Summary", "",
         f"{len(every)} rungs are predicted; {sum(not s['next'] for s in every)} are the last of their ladder, {sum(s['other_work'] for s in every)} are followed by one with other work. "
         f"Of the {len(counted)} steps left, {none} have no what-if: none is about their limiter, or none gains anything.", ""] + list(summary(counted)),
        [LEGEND.format(same=SAME)],
        ["## By what-if", "",
         "Of the same steps. Some what-ifs name what a next rung can do: coalesce, spread over the banks, keep lanes together. *Memory accesses only* and *every load hits "
         "L1* do not: they say how much the arithmetic, or the way to memory, costs in all, and no rung does away with that. No tau of fewer than five steps.", ""]
        + list(by_what_if(counted)),
    ]
    parts += [[f"## {ladder}", ""] + list(table(steps)) for ladder, steps in ladders.items() if steps]
    print("\n\n".join("\n".join(part) for part in parts))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    page(sys.argv[1], sys.argv[2])
