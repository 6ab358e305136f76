#!/usr/bin/env python3
"""Reduces ncu's tables of the ladders to caches.csv: caches.py FOLDER > caches.csv

FOLDER holds, for each ladder and with STATE none (caches as the launch before left them) and all (invalidated),
    ncu --csv --page raw --cache-control STATE --clock-control none --metrics … \
        warpgrind ladder LADDER -d cuda --sizes large --no-check --json ncu.STATE.LADDER.json > ncu.STATE.LADDER.csv
One row a rung: its longest launch.
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
    ("l2_read", "lts__t_sectors_srcunit_tex_op_read.sum"),
    ("l2_written", "lts__t_sectors_srcunit_tex_op_write.sum"),
    ("dram_read", "dram__bytes_read.sum"),
    ("dram_written", "dram__bytes_write.sum"),
]
STATES = {"cold": "all", "warm": "none"}


def read_launches(path):
    with open(path) as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("==")))
    return rows[1:]  # the first has units


def number(row, column):
    return float(row[column].replace(",", ""))


def launches_by_rung(folder, state, ladder):
    launches = iter(read_launches(f"{folder}/ncu.{state}.{ladder}.csv"))
    with open(f"{folder}/ncu.{state}.{ladder}.json") as file:
        rungs = json.load(file)["benchmarks"]
    return {rung["name"]: [next(launches) for _ in range(rung["launches"])] for rung in rungs}


def resident(row):
    limits = ["blocks", "registers", "shared_mem", "warps", "barriers"]
    return min(int(number(row, f"launch__occupancy_limit_{limit}")) for limit in limits)


def shape(row):
    name = re.match(r"(?:void )?(?:\w+::)*(\w+)", row["Kernel Name"]).group(1)
    return [name, int(number(row, "launch__grid_size")), int(number(row, "launch__block_size")),
            int(number(row, "launch__registers_per_thread")), resident(row),
            int(number(row, "launch__shared_mem_config_size"))]


def main(folder):
    out = csv.writer(sys.stdout, lineterminator="\n")
    names = [name for name, _ in METRICS]
    out.writerow(["rung", "kernel", "blocks", "threads", "registers", "resident", "shared_config"] +
                 [f"{state}.{name}" for state in STATES for name in names])
    ladders = sorted(os.path.basename(path).split(".")[2] for path in glob.glob(f"{folder}/ncu.all.*.csv"))
    for ladder in ladders:
        tables = {state: launches_by_rung(folder, word, ladder) for state, word in STATES.items()}
        for rung, launches in tables["cold"].items():
            longest = max(range(len(launches)), key=lambda k: number(launches[k], "gpu__time_duration.sum"))
            row = [rung] + shape(launches[longest])
            for table in tables.values():
                row += [f"{number(table[rung][longest], metric):.10g}" for _, metric in METRICS]
            out.writerow(row)


main(sys.argv[1])
