#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the recorded tables out of what ncu says.

  tidy.py metrics WANTED KNOWN [without]  the metrics of the file WANTED that the list KNOWN has, joined by commas;
                                        without: leave out those that exist but are never listed
  tidy.py cases CASES NCU               counters.csv: one line a case of cases.csv, in launch order
  tidy.py patterns PATTERNS NCU         banks.csv: one line a pattern of patterns.txt, in launch order

KNOWN is the output of ncu --query-metrics, NCU that of ncu --csv --page raw --print-units base.
"""
import csv
import re
import sys


UNLISTED = {"sm__maximum_warps_per_active_cycle_pct"}  # exists, though --query-metrics does not say so


def wanted(path):
    return [line.strip() for line in open(path) if line.strip() and not line.startswith("#")]


def metrics(path, known_path, unlisted="with"):
    known = set(re.findall(r"^([a-z0-9_]+__[A-Za-z0-9_]+)", open(known_path).read(), re.M))
    if unlisted == "with":
        known |= UNLISTED
    names = wanted(path)
    for name in names:
        if name.split(".")[0] not in known:
            print("no metric", name, file=sys.stderr)
    print(",".join(name for name in names if name.split(".")[0] in known))


def launches(path, metrics_path):
    """The metric names, in the order they were asked for, and the values launch by launch.

    ncu prints many columns nobody asked for (device attributes, launch settings): only the wanted ones are kept.
    """
    rows = list(csv.reader(line for line in open(path) if line.startswith('"')))
    head, rows = rows[0], rows[2:]  # the second line holds the units
    at = {name: column for column, name in enumerate(head)}
    names = [name for name in wanted(metrics_path) if name in at]
    return names, [{"kernel": row[at["Kernel Name"]], "grid": row[at["Grid Size"]], "block": row[at["Block Size"]],
                    **{name: short(row[at[name]]) for name in names}} for row in rows]


def short(number):
    try:
        value = float(number.replace(",", ""))
    except ValueError:
        return ""
    return str(int(value)) if value == int(value) else f"{value:.2f}"


def cases(table, ncu):
    names, rows = launches(ncu, "metrics.txt")
    listed = list(csv.DictReader(open(table)))
    if len(listed) != len(rows):
        sys.exit(f"{len(listed)} cases, {len(rows)} launches")
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["case", "kernel", "grid", "block"] + names)
    for case, row in zip(listed, rows):
        if case["kernel"].split("<")[0] not in row["kernel"]:
            sys.exit(f"{case['case']}: ncu saw {row['kernel']}")
        out.writerow([case["case"], case["kernel"], row["grid"], row["block"]] + [row[name] for name in names])


def patterns(table, ncu):
    names, rows = launches(ncu, "bank_metrics.txt")
    listed = [line.split()[:3] for line in open(table)]
    if len(listed) != len(rows):
        sys.exit(f"{len(listed)} patterns, {len(rows)} launches")
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["kind", "width", "pattern"] + names)
    for key, row in zip(listed, rows):
        out.writerow(key + [row[name] for name in names])


verbs = {"metrics": metrics, "cases": cases, "patterns": patterns}
if len(sys.argv) < 4 or sys.argv[1] not in verbs:
    sys.exit(__doc__)
verbs[sys.argv[1]](*sys.argv[2:])
