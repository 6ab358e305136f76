#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes patterns.txt: which byte offset each of a warp's 32 lanes uses, for every pattern that banks.cu measures.

A line is: kind width name, then 32 offsets in bytes, '-' for a lane that takes no part. Kinds: mem (shared and
global loads and stores), atom_add, atom_float, atom_cas, atom_inc, atom_wide (atomics), local (local memory).
The same file comes out every time: the random patterns use a small generator of their own.
"""
import sys

LANES = range(32)


class Random:
    def __init__(self, seed):
        self.state = seed * 2654435761 % 2**32 or 1

    def below(self, n):
        for shift, left in ((13, True), (17, False), (5, True)):
            moved = self.state << shift if left else self.state >> shift
            self.state = (self.state ^ moved) & 0xFFFFFFFF
        return (self.state >> 5) % n


def bits_reversed(lane):
    return int(f"{lane:05b}"[::-1], 2)


def named(width):
    """Element numbers by lane; None for a lane that is off. `row` elements fill the 32 banks once."""
    row = 128 // width
    p = {}
    # the same element for groups of lanes, close together or in the same banks of different rows
    p["same"] = [0] * 32
    p["same_high"] = [row - 1] * 32
    for name, group in (("halves", 16), ("quarters", 8), ("eighths", 4), ("pairs", 2)):
        p[name] = [l // group for l in LANES]
        p[name + "_far"] = [l // group * row for l in LANES]
        p[name + "_skewed"] = [l // group * (row + 1) for l in LANES]
    for bit in (2, 4, 8, 16):  # lanes l and l ^ bit agree, all others differ
        p[f"agree_xor{bit}"] = [l % bit + l // (2 * bit) * bit for l in LANES]
    for period in (2, 4, 8, 16):
        p[f"mod{period}"] = [l % period for l in LANES]
    p["mod2_far"] = [l % 2 * row for l in LANES]
    p["mod4_far"] = [l % 4 * row for l in LANES]
    # one element each
    p["contiguous"] = list(LANES)
    p["contiguous_plus1"] = [l + 1 for l in LANES]
    p["contiguous_plus3"] = [l + 3 for l in LANES]
    p["contiguous_plus_sector"] = [l + max(1, 32 // width) for l in LANES]
    p["reversed"] = [31 - l for l in LANES]
    p["rotated5"] = [(l + 5) % 32 for l in LANES]
    for mask in (1, 5, 8, 16):
        p[f"xor{mask}"] = [l ^ mask for l in LANES]
    p["bit_reversed"] = [bits_reversed(l) for l in LANES]
    p["halves_interleaved"] = [l % 16 * 2 + l // 16 for l in LANES]
    p["quarters_interleaved"] = [l % 8 * 4 + l // 8 for l in LANES]
    p["eighths_interleaved"] = [l % 4 * 8 + l // 4 for l in LANES]
    for stride in (2, 3, 4, 5, 8, 16, 17, 32):
        if 31 * stride * width < 32000:
            p[f"stride{stride}"] = [l * stride for l in LANES]
    # different patterns in different parts of the warp
    p["first_half_conflicts"] = [l * row if l < 16 else l for l in LANES]
    p["second_half_conflicts"] = [l if l < 16 else l * row for l in LANES]
    p["first_quarter_conflicts"] = [l * row if l < 8 else l for l in LANES]
    p["first_half_same"] = [0 if l < 16 else l for l in LANES]
    p["first_quarter_same"] = [0 if l < 8 else l for l in LANES]
    p["even_same"] = [0 if l % 2 == 0 else l for l in LANES]
    p["half_pairs_half_single"] = [l // 2 if l < 16 else l for l in LANES]
    p["half_single_half_pairs"] = [l if l < 16 else 16 + l // 2 for l in LANES]
    p["half_pairs_half_xor2"] = [l // 2 if l < 16 else 16 + l % 2 + l // 4 * 2 for l in LANES]
    p["quarters_pairs_xor2"] = [l // 2 if l // 8 % 2 == 0 else 32 + l % 2 + l // 4 * 2 for l in LANES]
    p["one_quarter_single"] = [l // 2 if l >= 8 else 32 + l for l in LANES]
    p["quarters_repeat"] = [l % 8 for l in LANES]
    p["pairs_broken_once"] = [l // 2 + (40 if l == 31 else 0) for l in LANES]
    p["same_broken_once"] = [1 if l == 13 else 0 for l in LANES]
    p["same_broken_far"] = [row if l == 13 else 0 for l in LANES]
    p["pairs_stride2"] = [l // 2 * 2 for l in LANES]
    p["pairs_stride_half_row"] = [l // 2 * max(1, row // 2) for l in LANES]
    p["pairs_other_banks"] = [l // 2 % 8 + l // 16 * (row + 8) for l in LANES]
    # some lanes off
    off = {
        "first_half": lambda l: l < 16, "second_half": lambda l: l >= 16, "even": lambda l: l % 2 == 0, "odd": lambda l: l % 2,
        "every_fourth": lambda l: l % 4 == 0, "first_quarter": lambda l: l < 8, "lane0": lambda l: l == 0, "lane31": lambda l: l == 31,
        "lanes0_1": lambda l: l < 2, "lanes0_8": lambda l: l in (0, 8), "lanes0_16": lambda l: l in (0, 16),
        "one_a_quarter": lambda l: l % 8 == 0, "three_quarters": lambda l: l < 24, "middle": lambda l: 8 <= l < 24,
        "quarters_0_2": lambda l: l // 8 in (0, 2), "not_lane7": lambda l: l != 7,
    }
    for name, on in off.items():
        p["contiguous_" + name] = [l if on(l) else None for l in LANES]
    for name in ("first_half", "even", "lanes0_16", "lanes0_8", "one_a_quarter", "middle"):
        p["same_" + name] = [0 if off[name](l) else None for l in LANES]
        p["far_" + name] = [l * row if off[name](l) else None for l in LANES]
    p["pairs_not_lane7"] = [l // 2 if l != 7 else None for l in LANES]
    p["packed_even"] = [l // 2 if l % 2 == 0 else None for l in LANES]
    p["packed_every_fourth"] = [l // 4 if l % 4 == 0 else None for l in LANES]
    return p


def random_patterns(width, count, seed):
    row = 128 // width
    p = {}
    for k in range(count):
        r = Random(seed + 97 * k + width)
        span = (row, 2 * row, 4 * row, 8 * row)[k % 4]
        keep = (32, 32, 24, 12)[k // 4 % 4]
        group = (1, 1, 2, 1, 4)[k % 5]
        values = [r.below(span) for _ in LANES]
        p[f"random{k}"] = [values[l // group] if r.below(32) < keep else None for l in LANES]
    for k in range(count // 4):
        r = Random(seed + 7001 + 31 * k + width)
        values = [r.below(2 * row) for _ in LANES]
        p[f"random_xor2_{k}"] = [values[l & ~2] for l in LANES]
        values = [r.below(2 * row) for _ in LANES]
        p[f"random_xor1_{k}"] = [values[l & ~1] if r.below(8) else None for l in LANES]
    return p


ATOM_NAMES = ("same same_high halves halves_far quarters quarters_far eighths pairs pairs_far agree_xor2 agree_xor16 mod2 mod4 mod2_far mod8 mod16 "
              "contiguous contiguous_plus1 reversed halves_interleaved eighths_interleaved stride2 stride3 stride4 stride8 stride17 stride32 "
              "first_half_conflicts first_half_same first_quarter_same even_same same_broken_once same_broken_far pairs_stride2 "
              "contiguous_first_half contiguous_even contiguous_lane0 contiguous_lanes0_16 contiguous_one_a_quarter contiguous_not_lane7 "
              "same_first_half same_even same_lanes0_16 far_first_half far_one_a_quarter packed_even").split()
LOCAL_NAMES = ("same same_high halves quarters eighths pairs mod2 mod4 contiguous reversed stride2 stride3 stride4 first_half_same even_same "
               "same_broken_once contiguous_first_half contiguous_even contiguous_lane0 contiguous_lanes0_16 same_first_half same_even "
               "same_lanes0_16 same_one_a_quarter same_middle").split()
FRAME = 512  # bytes of local memory a thread has in banks.cu


def main():
    out = sys.stdout

    def line(kind, width, name, elements):
        cells = ["-" if e is None else str(e * width) for e in elements]
        out.write(f"{kind} {width} {name} {' '.join(cells)}\n")

    for width in (16, 8, 4, 2, 1):
        patterns = named(width)
        if width < 4:
            patterns = {name: patterns[name] for name in ATOM_NAMES if name in patterns}
        patterns.update(random_patterns(width, 40 if width >= 4 else 12, 11))
        for name, elements in patterns.items():
            line("mem", width, name, elements)
    for flavour, width in (("add", 4), ("float", 4), ("cas", 4), ("inc", 4), ("wide", 8)):
        patterns = named(width)
        chosen = {name: patterns[name] for name in ATOM_NAMES if name in patterns}
        chosen.update(random_patterns(width, 16, 23))
        for name, elements in chosen.items():
            line("atom_" + flavour, width, name, elements)
    for width in (16, 8, 4, 2, 1):
        patterns = named(width)
        chosen = {name: patterns[name] for name in LOCAL_NAMES[: None if width >= 4 else 12]}
        if width >= 4:
            chosen.update(random_patterns(width, 8, 37))
        for name, elements in chosen.items():
            line("local", width, name, [None if e is None else e % (FRAME // width) for e in elements])


main()
