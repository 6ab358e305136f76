#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reduces what ncu said of caches to a table; caches.sh runs it.

  caches.py ladders FOLDER               caches.csv: one row a rung, its longest launch
  caches.py cases CASES FOLDER NAME      kernels_caches.csv, rungs_caches.csv: one row a case

FOLDER holds ncu.STATE.NAME.csv, where STATE is all (caches invalidated before the launch) or none (left alone),
and NAME a ladder, of which it also holds ncu.STATE.NAME.json, or a program.
"""
import csv
import glob
import json
import os
import re
import sys

METRICS = [
    ("l1_hit_rate", "l1tex__t_sector_pipe_lsu_mem_global_op_ld_hit_rate.pct"),
    ("l2_hit_rate", "lts__t_sector_hit_rate.pct"),
    ("l2_lookups", "lts__t_sectors.sum"),
    ("l2_missed", "lts__t_sectors_lookup_miss.sum"),
    ("l2_read", "lts__t_sectors_srcunit_tex_op_read.sum"),
    ("l2_written", "lts__t_sectors_srcunit_tex_op_write.sum"),
    ("dram_read", "dram__bytes_read.sum"),
    ("dram_written", "dram__bytes_write.sum"),
]
STATES = {"cold": "all", "warm": "none"}


def read_launches(folder, state, name):
    with open(f"{folder}/ncu.{state}.{name}.csv") as file:
        lines = [line for line in file if line.startswith('"')]
    return list(csv.DictReader(lines))[1:]  # the first has units


def number(row, column):
    return float(row[column].replace(",", ""))


def counters(row):
    return [f"{number(row, metric):.10g}" for _, metric in METRICS]


def header(first):
    return first + [f"{state}.{name}" for state in STATES for name, _ in METRICS]


def launches_by_rung(folder, state, ladder):
    launches = iter(read_launches(folder, state, ladder))
    with open(f"{folder}/ncu.{state}.{ladder}.json") as file:
        rungs = json.load(file)["benchmarks"]
    ours = [rung for rung in rungs if rung["device"].startswith("cuda") and any(rung["grid"])]  # vendors' come last
    return {rung["name"]: [next(launches) for _ in range(rung["launches"])] for rung in ours}


def resident(row):
    limits = ["blocks", "registers", "shared_mem", "warps", "barriers"]
    return min(int(number(row, f"launch__occupancy_limit_{limit}")) for limit in limits)


def shape(row):
    name = re.match(r"(?:void )?(?:\w+::)*(\w+)", row["Kernel Name"]).group(1)
    return [name, int(number(row, "launch__grid_size")), int(number(row, "launch__block_size")),
            int(number(row, "launch__registers_per_thread")), resident(row),
            int(number(row, "launch__shared_mem_config_size"))]


def ladders(folder):
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(header(["rung", "kernel", "blocks", "threads", "registers", "resident", "shared_config"]))
    for path in sorted(glob.glob(f"{folder}/ncu.all.*.json")):
        ladder = os.path.basename(path).split(".")[2]
        tables = {state: launches_by_rung(folder, word, ladder) for state, word in STATES.items()}
        for rung, launches in tables["cold"].items():
            longest = max(range(len(launches)), key=lambda k: number(launches[k], "gpu__time_duration.sum"))
            row = [rung] + shape(launches[longest])
            for table in tables.values():
                row += counters(table[rung][longest])
            out.writerow(row)


def cases(listed, folder, name):
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(header(["case"]))
    tables = [read_launches(folder, word, name) for word in STATES.values()]
    rows = list(csv.DictReader(open(listed)))
    if any(len(table) != len(rows) for table in tables):
        sys.exit(f"{len(rows)} cases, {[len(table) for table in tables]} launches")
    for case, *launches in zip(rows, *tables):
        if case["kernel"].split("<")[0] not in launches[0]["Kernel Name"]:
            sys.exit(f"{case['case']}: ncu saw {launches[0]['Kernel Name']}")
        out.writerow([case["case"]] + [value for launch in launches for value in counters(launch)])


verbs = {"ladders": ladders, "cases": cases}
if len(sys.argv) < 3 or sys.argv[1] not in verbs:
    sys.exit(__doc__)
verbs[sys.argv[1]](*sys.argv[2:])
