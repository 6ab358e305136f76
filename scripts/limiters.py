#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""limiters.py counters | model FILE: pages about what limits each CUDA rung of the ladders.

counters: docs/results/h200/limiters.md, from what Nsight Compute counted (limiters.csv beside it) and from the manifests.
model: docs/results/accuracy-limiters.md; FILE has lines "LADDER/RUNG DECLARED MODEL", as scripts/limiters.sh collects them.
check: fails where a manifest declares something else than the counters say. A rung that nobody has counted yet is named, and left out.
"""
import csv
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "docs/results/h200"

BUSY = 60        # per cent from which a unit is the limiter
L2_BUSY = 70     # its figure contains what it exchanges with memory
L2_ABOVE = 15    # … and says something of its own only so far above memory's
CLOSE = 5        # points between units that cannot be told apart
FEW_LANES = 67
WAITS_FOR_PIPE = 20


def number(text):
    return float(text) if text else 0


def units_of(row):
    """What each unit was used, as limiters are named."""
    value = {key: number(row[key]) for key in row if key not in ("rung", "pipe", "stalls")}
    units = {"dram": value["dram"], "issue": value["issue"], "l1": value["l1"],
             "pipe": max(value["pipe_use"], value["adu"], value["tensor"])}
    l2 = max(value["l2"] if value["l2"] >= L2_BUSY and value["l2"] > value["dram"] + L2_ABOVE else 0,
             value["l2_hottest"] if value["l2_hottest"] > 1.5 * value["l2"] else 0)
    if l2:
        units["l2"] = l2
    if value["shared"] >= 0.75 * value["l1"]:  # the figure of L1 is that of the memory they are both in
        units["shared"] = units.pop("l1")
    return units


def verdict_of(row):
    """The limiter, and those that are as close as makes no difference."""
    units = units_of(row)
    stalls = dict((name.strip().rsplit(" ", 1)[0], number(name.strip().rsplit(" ", 1)[1])) for name in row["stalls"].split(";"))
    busiest = max(units, key=units.get)
    # At full rate a pipe is never busier than the issue slots its instructions went through.
    if busiest == "issue" and units["pipe"] >= 75 and units["pipe"] >= 0.97 * units["issue"]:
        busiest = "pipe"
    close = [u for u in units if u != busiest and units[u] >= units[busiest] - CLOSE]
    # Counters of a pipe do not have what other pipes' instructions take of it; warps that wait for one show it.
    if busiest == "issue" and "pipe" not in close and stalls.get("math pipe throttle", 0) >= WAITS_FOR_PIPE:
        close.append("pipe")
    if number(row["lanes"]) <= FEW_LANES and busiest in ("issue", "pipe"):
        return "divergence", []
    if units[busiest] >= BUSY:
        return busiest, close
    if stalls.get("dispatch stall", 0) >= 30:  # slots go by while an instruction's registers are read
        return "issue", []
    return "latency", [u for u in units if units[u] >= BUSY - CLOSE]


def counters():
    with open(RESULTS / "limiters.csv", newline="") as file:
        return {row["rung"]: row for row in csv.DictReader(file)}


def declared():
    found = {}
    for path in sorted((ROOT / "ladders").glob("*/ladder.json")):
        for rung in json.loads(path.read_text())["rungs"]:
            if rung.get("file", "").endswith(".cu") and not rung["file"].startswith("vendor_"):
                found[f"{path.parent.name}/{rung['name']}"] = rung.get("limiter", "")
    return found


def print_counters():
    print(f"""# Counters of every rung on an H200

What Nsight Compute counted of the CUDA kernels of the ladders at their large sizes, caches and clocks left alone, averaged over a rung's launches
by their time; written by `scripts/limiters.py counters` from [limiters.csv](limiters.csv). Per cent: DRAM, L2 and L1 as `dram__throughput`,
`lts__throughput` (and that of the hottest of its slices) and `l1tex__throughput`; shared memory as its wavefronts, one a cycle; issue slots as `sm__inst_issued`;
the busiest of the arithmetic pipes as its instructions, of 4 (FMA), 2 (FMA's heavy half, ALU, FP64) or 1/2 (XU, ADU) a cycle. ADU stands for itself: it has
constants and barriers, and its rate is what `probe constants` found; so does the tensor core's with mma.sync, of `probe arithmetic`. *Lanes* are active threads of
executed instructions. *Stalls*: the two longest, of the warps' time. The rate of the texture units is not among these counters.

## What a manifest declares

By these counters, and by the same threshold as the model's rule ([explain.md](../../explain.md#how-the-limiter-is-found)): the busiest unit, if it is used {BUSY} % or more. That is where
Nsight Compute, too, begins to call a unit used well, and what lies below it "latency". L2's figure contains its traffic with memory: it counts from {L2_BUSY} % on, {L2_ABOVE} points above
DRAM's, or where one slice has far more to do than the others. L1 and shared memory are one memory: it is shared memory's where three quarters of L1's
figure are. A pipe as busy as the issue slots, from 75 % on, is the pipe. Up to {FEW_LANES} % of the lanes is divergence, where issue slots or a pipe are
busiest. Dispatch stalls of 30 % and more are issue slots that pass while registers are read. *Close* are units within {CLOSE} points of the limiter: which of them
it is, counters cannot say. So is a pipe that warps wait for {WAITS_FOR_PIPE} % of their time ("math pipe throttle") where issue slots are busiest: a pipe's counter
does not have what other pipes' instructions take of it.
""")
    manifests, ladder = declared(), None
    for rung, row in counters().items():
        if rung.split("/")[0] != ladder:
            ladder = rung.split("/")[0]
            print(f"\n## {ladder}\n")
            print("| rung | DRAM | L2 | hottest slice | L1 | shared | issue | busiest pipe | ADU | tensor | lanes | stalls | limiter | close | declared |")
            print("|---|--:|--:|--:|--:|--:|--:|---|--:|--:|--:|---|---|---|---|")
        limiter, close = verdict_of(row)
        says = manifests.get(rung, "")
        print(f"| {rung.split('/')[1]} | {row['dram']} | {row['l2']} | {row['l2_hottest']} | {row['l1']} | {row['shared']} | {row['issue']} | "
              f"{row['pipe']} {row['pipe_use']} | {row['adu']} | {row['tensor'] if row['tensor'] != '0' else ''} | {row['lanes']} | {row['stalls']} | {limiter} | "
              f"{', '.join(close)} | {says if says == limiter else f'**{says}**'} |")


def print_model(path):
    table, rows, late = counters(), [], []
    for line in open(path):
        words = line.split()
        (rows if len(words) == 3 else late).append(words)
    if not rows:
        sys.exit("no rung has an estimate")
    exact = sum(says == model for _, says, model in rows)
    near = sum(says == model or model in verdict_of(table[rung])[1] for rung, says, model in rows if rung in table)
    print(f"""# Limiters: the manifests and the model

What `ladder.json` declares as the limiter of each CUDA rung, and what the rules of [explain.md](explain.md#how-the-limiter-is-found)
make of the time model's estimate for an H200, at the large sizes, from a sample of the blocks. Written by `scripts/limiters.sh`.

**{near} of {len(rows)} rungs agree: {100 * near / len(rows):.1f} %**, {exact} of them ({100 * exact / len(rows):.1f} %) with the limiter itself, the others with a unit that on the H200 is
within {CLOSE} points of it, so that counters cannot say which of the two it is.
""")
    if late:
        print(f"No estimate in time: {', '.join(words[0] for words in late)}.\n")
    print("""What is declared follows from the H200's counters, by a rule ([limiters.md](h200/limiters.md)), and was checked by
[ablation](h200/ablation.md). Where the columns differ the model is wrong.

| rung | declared | as close on the H200 | model | agree |
|---|---|---|---|---|""")
    for rung, says, model in rows:
        close = verdict_of(table[rung])[1] if rung in table else []
        agree = "yes" if says == model else "close" if model in close else "**no**"
        print(f"| {rung} | {says} | {', '.join(close)} | {model} | {agree} |")


def check():
    wrong = 0
    manifests, counted = declared(), counters()
    for rung in manifests:
        if rung not in counted:
            print(f"{rung}: not recorded on an H200, left out")
    for rung, row in counted.items():
        limiter, _ = verdict_of(row)
        if manifests.get(rung) != limiter:
            print(f"{rung}: the manifest declares {manifests.get(rung)}, the counters say {limiter}")
            wrong += 1
    return wrong


if __name__ == "__main__":
    if sys.argv[1:] == ["counters"]:
        print_counters()
    elif len(sys.argv) == 3 and sys.argv[1] == "model":
        print_model(sys.argv[2])
    elif sys.argv[1:] == ["check"]:
        sys.exit(check() > 0)
    else:
        sys.exit(__doc__)
