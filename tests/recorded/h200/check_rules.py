#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the rules of RULES.md with the counters recorded in banks.csv, pattern by pattern.

Every pattern of patterns.txt was measured; a rule must give each of its counters exactly. Exit status 0 if all do,
save those named in EXCEPTIONS, which are printed every time; 1 otherwise.
"""
import csv
import os
import sys
from collections import Counter

HERE = os.path.dirname(os.path.abspath(__file__))
ACCESSES = 132 * 4  # blocks of one warp, times rounds, in every launch of banks.cu
LANES = range(32)

# (kind, pattern, counter): what the rule says, what the hardware counted
EXCEPTIONS = {
    (kind, "random3", f"l1tex__t_sectors_pipe_lsu_mem_global_op_{op}.sum"): (23, 24)
    for kind in ("atom_add", "atom_float", "atom_cas", "atom_inc") for op in ("red", "atom")
}


def words(address, width):
    """The 4-byte words an access of a lane touches."""
    return range(address // 4, (address + width - 1) // 4 + 1)


def phases(width):
    """The warp, its halves (8 bytes a lane) or its quarters (16 bytes a lane)."""
    count = max(1, width // 4)
    return [list(range(32 // count * k, 32 // count * (k + 1))) for k in range(count)]


def pairs_agree(lanes, bit):
    """Lanes l and l ^ bit have the same address, wherever both are active."""
    return all(lanes[l] is None or lanes[l ^ bit] is None or lanes[l] == lanes[l ^ bit] for l in LANES)


def shared_wavefronts(lanes, width, load):
    """Wavefronts of a shared load or store, and how many of them are bank conflicts."""
    groups = phases(width)
    if load and len(groups) > 1 and (pairs_agree(lanes, 1) or pairs_agree(lanes, 2)):
        groups = [groups[k] + groups[k + 1] for k in range(0, len(groups), 2)]
    wavefronts = conflicts = 0
    for group in groups:
        banks = {}
        for l in group:
            if lanes[l] is not None:
                for word in words(lanes[l], width):
                    banks.setdefault(word % 32, set()).add(word)
        degree = max((len(w) for w in banks.values()), default=0)
        wavefronts += degree
        conflicts += max(0, degree - 1)
    return wavefronts, conflicts


def shared_atomic_wavefronts(lanes, width, increment):
    """Lanes on one bank take turns, even on one address; increments by one are added up by address first."""
    wavefronts = 0
    for group in phases(width):
        addresses = [lanes[l] for l in group if lanes[l] is not None]
        banks = Counter(word % 32 for a in (set(addresses) if increment else addresses) for word in words(a, width))
        wavefronts += max(banks.values(), default=0)
    return wavefronts


def sectors(lanes):
    """Distinct 32-byte sectors of the whole warp."""
    return len({a // 32 for a in lanes if a is not None})


def atomic_sectors(lanes):
    """A sector counts as often as its most wanted address."""
    most = {}
    for address, count in Counter(a for a in lanes if a is not None).items():
        most[address // 32] = max(most.get(address // 32, 0), count)
    return sum(most.values())


def local_sectors(lanes, width):
    """Word k of every lane's frame lies in line k, four bytes a lane: one request for every word of the width."""
    requests = max(1, width // 4)
    return requests, sum(len({((a // 4 + k) * 128 + 4 * l) // 32 for l, a in enumerate(lanes) if a is not None}) for k in range(requests))


def expected(kind, width, lanes):
    """Counter by counter, what one access counts."""
    t = "l1tex__t_{}_pipe_lsu_mem_{}_op_{}.sum".format
    if kind == "mem":
        out = {}
        for op, load in (("ld", True), ("st", False)):
            wavefronts, conflicts = shared_wavefronts(lanes, width, load)
            out[f"smsp__inst_executed_op_shared_{op}.sum"] = 1
            out[f"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{op}.sum"] = wavefronts
            out[f"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{op}.sum"] = conflicts
            out[t("requests", "global", op)] = 1
            out[t("sectors", "global", op)] = sectors(lanes)
        out["lts__t_sectors_srcunit_tex_op_write.sum"] = sectors(lanes)
        return out
    if kind == "local":
        requests, count = local_sectors(lanes, width)
        return {t(what, "local", op): n for what, n in (("requests", requests), ("sectors", count)) for op in ("ld", "st")}
    wavefronts = shared_atomic_wavefronts(lanes, width, kind == "atom_inc")
    out = {"smsp__inst_executed_op_shared_atom.sum": 1,
           "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum": wavefronts * (2 if kind == "atom_cas" else 1)}
    for op in ("red", "atom"):
        out[t("requests", "global", op)] = 1
        out[t("sectors", "global", op)] = atomic_sectors(lanes)
    return out


def main():
    recorded = {(r["kind"], int(r["width"]), r["pattern"]): r for r in csv.DictReader(open(os.path.join(HERE, "banks.csv")))}
    patterns = checks = wrong = excepted = 0
    for line in open(os.path.join(HERE, "patterns.txt")):
        kind, width, name, *cells = line.split()
        lanes = [None if c == "-" else int(c) for c in cells]
        row = recorded.pop((kind, int(width), name))
        patterns += 1
        for counter, value in expected(kind, int(width), lanes).items():
            counted = float(row[counter]) / ACCESSES
            checks += 1
            if counted == value:
                continue
            known = EXCEPTIONS.get((kind, name, counter)) == (value, counted)
            excepted += known
            wrong += not known
            print(f"{'known exception' if known else 'MISMATCH'}: {kind} {width} {name}: {counter}: rule {value}, hardware {counted:g}")
    for key in recorded:
        wrong += 1
        print("MISMATCH: recorded but not in patterns.txt:", *key)
    print(f"{patterns} patterns, {checks} counters: {checks - wrong - excepted} as the rules say, {excepted} known exceptions, {wrong} mismatches")
    return 1 if wrong else 0


sys.exit(main())
