#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""limiters.py counters | model FOLDER: pages about what limits each CUDA rung of the ladders.

counters: docs/results/h200/limiters.md, from what Nsight Compute counted (limiters.csv beside it) and from the manifests.
model: docs/results/accuracy-limiters.md, from the predictions that accuracy.sh left in FOLDER.
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
    if value["l2"] >= L2_BUSY and value["l2"] > value["dram"] + L2_ABOVE:
        units["l2"] = value["l2"]
    if value["l2_hottest"] > 1.5 * value["l2"]:  # one slice has all the work: updates of few addresses
        units["atomics"] = value["l2_hottest"]
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

Nsight Compute's counters for the CUDA kernels of the ladders at their large sizes, with caches and clocks left alone, averaged over a rung's launches
weighted by time; written by `scripts/limiters.py counters` from [limiters.csv](limiters.csv). All columns are percentages of the peak. DRAM, L2 and L1: `dram__throughput`,
`lts__throughput` (and that of its hottest slice) and `l1tex__throughput`. Shared memory: its wavefronts, one per cycle. Issue slots: `sm__inst_issued`.
The busiest arithmetic pipe: its instructions, at 4 (FMA), 2 (heavy half of FMA, ALU, FP64) or 1/2 (XU, ADU) per cycle. ADU has a column of its own: it handles
constants and barriers, at the rate that `probe constants` found; so has the tensor core, at the mma.sync rate of `probe arithmetic`. *Lanes*: active threads per
executed instruction. *Stalls*: the two largest stall reasons, as shares of the warps' time. These counters do not include the rate of the texture units.

## What a manifest declares

The declared limiter follows from these counters, with the same threshold as the model's rule ([explain.md](../../use/explain.md#how-the-limiter-is-found)): it is the busiest unit, if its utilisation is {BUSY} % or more. Nsight Compute, too,
considers a unit well utilised from there on, and calls a kernel below it latency-bound. The L2 figure includes its traffic with DRAM, so L2 counts only from {L2_BUSY} % on and {L2_ABOVE} points above
DRAM, or if one slice is far busier than the others. L1 and shared memory are one memory: the limiter is shared memory if it accounts for three quarters of the L1
figure. If a pipe is as busy as the issue slots, from 75 % on, the limiter is the pipe. If at most {FEW_LANES} % of the lanes are active and issue slots or a pipe are
busiest, it is divergence. Dispatch stalls of 30 % and more count as issue slots, lost while registers are read. *Close* lists units within {CLOSE} points of the limiter; counters cannot
tell which of them it is. It also lists a pipe for which warps wait {WAITS_FOR_PIPE} % of their time ("math pipe throttle") if issue slots are busiest, because a pipe's counter
does not include what instructions of other pipes take of it.
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


def predicted(folder):
    """The rungs with what the manifest and the model name, and those that were not predicted in time."""
    rows, late = [], []
    for rung, says in sorted(declared().items()):
        path = pathlib.Path(folder) / f"ladder.{rung.replace('/', '.')}.warm.json"
        if path.exists():
            rows.append((rung, says, json.loads(path.read_text())["benchmarks"][0]["diagnosis"]["limiter"]))
        elif rung in counters():
            late.append(rung)
    return rows, late


def print_model(folder):
    table, (rows, late) = counters(), predicted(folder)
    if not rows:
        sys.exit("no rung has an estimate")
    exact = sum(says == model for _, says, model in rows)
    near = sum(says == model or model in verdict_of(table[rung])[1] for rung, says, model in rows if rung in table)
    print(f"""# Limiters: manifests and model

The limiter that `ladder.json` declares for each CUDA rung, and the one that the rules of [explain.md](../use/explain.md#how-the-limiter-is-found)
derive from the time model's estimate for an H200, at the large sizes, from a sample of the blocks. Written by `make accuracy`, which runs `scripts/limiters.py`.

**{near} of {len(rows)} rungs agree: {100 * near / len(rows):.1f} %**, {exact} of them ({100 * exact / len(rows):.1f} %) with the limiter itself; the others name a unit that on the H200 is
within {CLOSE} points of it, so that counters cannot tell which of the two it is.
""")
    if late:
        print(f"No estimate in time: {', '.join(late)}.\n")
    print("""The declared limiter follows from the H200's counters by a rule ([limiters.md](h200/limiters.md)) and was checked by
[ablation](h200/ablation.md). If the columns differ, the model is wrong.

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
