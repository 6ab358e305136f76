#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes counters.csv out of what ncu says of a ladder.

  tidy.py rungs MANIFEST               the names of the ladder's CUDA rungs, joined by commas
  tidy.py counters METRICS WORK LADDER...  one line a rung: the counters of its launches summed; of registers, hit rates
                                       and occupancy those of the longest launch

WORK holds, for each ladder, NAME.csv (ncu --csv --page raw --print-units base) and NAME.json (the run's results, which say
how many kernels each rung launched).
"""
import csv
import json
import os
import sys

TIME = "gpu__time_duration.sum"


def is_cuda(rung):
    return rung["file"].endswith(".cu") and not rung.get("vendor")


def rungs(path):
    print(",".join(rung["name"] for rung in json.load(open(path))["rungs"] if is_cuda(rung)))


def launches(path, names):
    rows = list(csv.reader(line for line in open(path) if line.startswith('"')))
    head, rows = rows[0], rows[2:]  # the second line holds the units
    at = [head.index(name) for name in names]
    return [[float(row[k].replace(",", "") or 0) for k in at] for row in rows]


def combine(names, values):
    longest = max(values, key=lambda v: v[names.index(TIME)])
    return [sum(v[k] for v in values) if name.endswith(".sum") else longest[k] for k, name in enumerate(names)]


def counters(metrics_path, work, ladders):
    names = [line.strip() for line in open(metrics_path) if line.strip() and not line.startswith("#")]
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["case", "launches"] + names)
    for ladder in ladders:
        found = iter(launches(os.path.join(work, ladder + ".csv"), names))
        for rung in json.load(open(os.path.join(work, ladder + ".json")))["benchmarks"]:
            count = rung.get("launches", 0)
            values = [next(found) for _ in range(count)]
            if values:
                out.writerow([rung["name"], count] + ["%.10g" % v for v in combine(names, values)])
        if next(found, None) is not None:
            sys.exit(ladder + ": ncu saw more launches than the rungs have")


if sys.argv[1] == "rungs":
    rungs(sys.argv[2])
else:
    counters(sys.argv[2], sys.argv[3], sys.argv[4:])
