#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""stalls.py FOLDER: the model's stall reasons beside those that Nsight Compute counted on an H200, as a table.

FOLDER has a file LADDER.RUNG.json for each rung, from `ladder LADDER -m RUNG -d sim:h200 --sizes large --sample --json FILE`;
docs/results/h200/limiters.csv has the two largest reasons of each rung. Issuing warps are left out on both sides.
"""
import csv
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
STALL = re.compile(r'^STALL\((\w+), ".*", "(.*)"\)', re.M)


def names():
    """Nsight Compute's name of each reason, in lower case as its metrics have it."""
    found = dict(STALL.findall((ROOT / "src/counters/estimate.def").read_text()))
    return {name: nsight.lower() for name, nsight in found.items() if nsight not in ("", "selected")}


def of_model(path, nsight):
    shares = {}
    for name, share in json.load(open(path))["benchmarks"][0]["estimate"]["stalls"].items():
        if name in nsight:
            shares[nsight[name]] = shares.get(nsight[name], 0) + share
    return sorted(shares.items(), key=lambda item: -item[1])


def main():
    folder, nsight = pathlib.Path(sys.argv[1]), names()
    count = first = among = 0
    for row in csv.DictReader(open(ROOT / "docs/results/h200/limiters.csv")):
        path = folder / (row["rung"].replace("/", ".") + ".json")
        if not path.exists():
            continue
        measured = [re.sub(r" \d+$", "", part.strip()) for part in row["stalls"].split(";")]
        model = of_model(path, nsight)
        count += 1
        first += model[0][0] == measured[0]
        among += model[0][0] in measured
        agrees = "yes" if model[0][0] == measured[0] else "second" if model[0][0] in measured else "no"
        shown = "; ".join(f"{name} {100 * share:.0f}" for name, share in model[:2])
        print(f"| {row['rung']} | {row['stalls']} | {shown} | {agrees} |")
    print(f"{first} of {count}: the same first; {among}: the model's first is one of the two")


main()
