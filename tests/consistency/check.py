#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check.py WARPGRIND ladder NAME [OPTION]... | explain FILE... | one LADDER/RUNG: runs them, and looks for statements of
one report that contradict each other or the counters. Prints each, and exits with 1 if there are any."""
import csv
import json
import os
import re
import subprocess
import sys
import tempfile

SLACK = 1e-6  # of sums that are written with twelve digits
FAR = 0.6  # of the limit: below it a report has to say what to change
# Advice that says itself what the limit is: it must be the verdict.
VERDICTS = {"fewer_bytes": {"dram"}, "fewer_instructions": {"issue"}}


def near(a, b, slack=SLACK):
    return abs(a - b) <= slack * max(abs(a), abs(b), 1e-12)


def ratio(row, above, below):
    return row[above] / row[below] if row.get(below) else None


# ---- one rule a function: each yields what is wrong ----


def shares(row, e, d):
    if e["stalls"] and not near(sum(e["stalls"].values()), 1, 1e-4):
        yield f"shares of the stalls add up to {sum(e['stalls'].values()):g}"
    lines = [line["time_share"] for line in row.get("lines", []) if "time_share" in line]
    if lines and not near(sum(lines), 1, 1e-3):
        yield f"times of the lines add up to {sum(lines):g}"
    parts = sum(part["seconds"] for part in d["overhead_parts"])
    if not near(parts, d["overhead"], 1e-4):
        yield f"parts of the time add up to {parts:g} s, not to {d['overhead']:g} s"
    if not near(d["overhead"] + d.get("minimum", 0), d["seconds"], 1e-4):
        yield f"the minimum and what is above it are not the time: {d.get('minimum', 0):g} + {d['overhead']:g}, {d['seconds']:g} s"


def limits(row, e, d):
    if e.get("minimum", 0) > e["seconds"] * (1 + SLACK):
        yield f"it takes {e['seconds']:g} s, less than the minimum of {e['minimum']:g} s"
    if "part_of_limit" in d and not near(d["part_of_limit"], e["minimum"] / e["seconds"], 1e-4):
        yield f"{d['part_of_limit']:g} of the limit is not minimum / time, {e['minimum'] / e['seconds']:g}"
    if not near(d["seconds"], e["seconds"]):
        yield "two times"


def units(row, e, d):
    kernel = e["seconds"] - e["launch"]
    for unit, busy in e["busy"].items():
        if busy > kernel * (1 + 1e-4):
            yield f"{unit} is busy for {busy:g} s of {kernel:g} s"
    if d["utilisation"] > 1 + SLACK:
        yield f"the busiest unit is busy for {d['utilisation']:g} of the time"
    for name in ("l1_hits", "l2_hits", "occupancy", "lanes", "random_conflicts"):
        if not 0 <= e.get(name, 0) <= 1 + SLACK:
            yield f"{name} is {e[name]:g}"


def traffic(row, e, d):
    """What comes from DRAM goes through L2, and so does what is written there; sectors that are written in part are read, too."""
    if e["dram_bytes"] > 1.02 * (e["l2_bytes"] + 32 * (row["global_store_sectors"] + row["local_store_sectors"])):
        yield f"DRAM moves {e['dram_bytes']:g} bytes, L2 {e['l2_bytes']:g}"


def causes(row, e, d):
    """Parts of the time, evidence and advice that the counters deny."""
    parts = {part["what"]: part["seconds"] for part in d["overhead_parts"] if part["seconds"] >= 0.01 * d["seconds"]}
    said = " ".join(d["evidence"]) + " " + " ".join(a["evidence"] for a in row.get("advice", []))
    used = [ratio(row, f"global_{kind}_bytes", f"global_{kind}_sectors") for kind in ("load", "store")]
    wastes = any(u is not None and u < 32 for u in used) or row["local_load_sectors"] or row["global_atomic_requests"] or row["texture_requests"]
    if "uncoalesced accesses" in parts and not wastes:
        yield f"uncoalesced accesses cost {parts['uncoalesced accesses']:g} s, and loads and stores use all bytes"
    if ("perfect coalescing" in said or "Uncoalesced" in said) and not wastes:
        yield "coalescing is told of, and loads and stores use all bytes"
    if "bank conflicts" in parts and not row["shared_conflicts"]:
        yield "bank conflicts cost time, and there are none"
    if "ank conflicts cause" in said and not row["shared_conflicts"]:
        yield "bank conflicts are told of, and there are none"
    converges = row["divergent_branches"] == 0 and row["thread_instructions"] == 32 * row["warp_instructions"]
    if ("divergence" in parts or d["limiter"] == "divergence") and converges:
        yield "divergence costs time, and no branch diverges and all lanes are active"
    if (d["limiter"] == "tail" or any("tail" in part for part in parts)) and e["waves"] <= 1:
        yield f"it is limited by the tail, of {e['waves']:g} waves"
    if ("waiting at a barrier" in parts or d["limiter"] == "barriers") and not row["barriers"]:
        yield "warps wait at barriers, and there are none"
    if d["limiter"] == "atomics" and not row["global_atomic_requests"]:
        yield "it is limited by atomics, and there are none"


def advice(row, e, d):
    all_advice = row.get("advice", [])
    for one in all_advice:
        wanted = VERDICTS.get(one["name"])
        if wanted and d["limiter"] not in wanted:
            yield f"advice '{one['title']}', and the limiter is {d['limiter']}"
        after = d["seconds"] * (1 - one.get("gain", 0))
        if after < d.get("minimum", 0) * (1 - 0.02):
            yield f"advice '{one['title']}' promises {after:g} s, the limit is {d['minimum']:g} s"
    if d["what_if"] and d.get("part_of_limit", 1) < FAR and not all_advice:
        yield f"{100 * d['part_of_limit']:.3g} % of the limit, and nothing to change"


RULES = (shares, limits, units, traffic, causes, advice)


def of_row(row):
    if "estimate" not in row or "diagnosis" not in row:
        return
    for rule in RULES:
        for sentence in rule(row, row["estimate"], row["diagnosis"]):
            yield f"{row['name']}: {rule.__name__}: {sentence}"


def of_text(name, text):
    """More than all of something is said only with a word why; lanes that share words make loads more than efficient."""
    for line in text.splitlines():
        for value in re.findall(r"(\d+(?:\.\d+)?) %", line):
            if float(value) > 100 and not re.search(r"above|caches|_load_efficiency", line):
                yield f"{name}: '{line.strip()}'"


def of_table(name, rows, path):
    """A ladder's table against its records."""
    with open(path, encoding="utf-8") as file:
        table = {row["rung"]: row for row in csv.DictReader(file)}
    for row in rows:
        shown = table[row["name"].split("/", 1)[1]].get("percent_of_bound")
        part = row.get("diagnosis", {}).get("part_of_limit")
        if shown and part and not near(float(shown), 100 * part, 0.01):
            yield f"{row['name']}: the ladder says {shown} % of the limit, the verdict {100 * part:.3g} %"


# ---- running ----


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: {done.stderr.strip()}")
    return done.stdout


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)["benchmarks"]


def ladder(program, folder, name, *options):
    saved, table = os.path.join(folder, "ladder.json"), os.path.join(folder, "ladder.csv")
    text = run(program, "ladder", name, "--story", "--no-check", "--json", saved, "--csv", table, *options)
    rows = read(saved)
    yield from (trouble for row in rows for trouble in of_row(row))
    yield from of_table(name, rows, table)
    yield from of_text(name, text)
    print(f"{name}: {sum('diagnosis' in row for row in rows)} records")


def explain(program, folder, *files):
    saved = os.path.join(folder, "kernel.json")
    for file in files:
        text = run(program, "explain", file, "--sample", "200", "--json", saved)
        yield from (trouble for row in read(saved) for trouble in of_row(row))
        yield from of_text(file, text)
    print(f"{len(files)} records")


def one(program, folder, name):
    """The limit of a rung, as each verb has it, and its time with cold caches, beside the warm one and alone."""
    where, rung = name.split("/")
    saved = {verb: os.path.join(folder, verb) for verb in ("ladder", "explain", "roofline", "cold")}
    run(program, "ladder", where, "-m", rung, "--sizes", "default", "--no-check", "-q", "--json", saved["ladder"])
    run(program, "explain", name, "-q", "--json", saved["explain"])
    run(program, "roofline", name, "-q", "--json", saved["roofline"])
    found = {"ladder": read(saved["ladder"])[0]["estimate"]["minimum"],
             "explain": read(saved["explain"])[0]["estimate"]["minimum"],
             "roofline": read(saved["roofline"])[0]["limit_seconds"]}
    if len({f"{value:.6g}" for value in found.values()}) != 1:
        yield f"{name}: the limit differs: {found}"
    run(program, "explain", name, "-q", "--cold", "--json", saved["cold"])
    beside, alone = read(saved["explain"])[0]["estimate"].get("cold", 0), read(saved["cold"])[0]["estimate"]["seconds"]
    # Beside the warm time L2 is empty; with --cold it is full of what others wrote, which stores have to wait for.
    if not 0.8 * alone <= beside <= 1.02 * alone:
        yield f"{name}: with cold caches {beside:g} s beside the warm time, and {alone:g} s with --cold"


def main():
    program, verb, *rest = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        troubles = list({"ladder": ladder, "explain": explain, "one": one}[verb](program, folder, *rest))
    for trouble in troubles:
        print(trouble)
    sys.exit(bool(troubles))


main()
