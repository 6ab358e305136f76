#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""figures.py BEFORE NOW [--large] [--only WORD] [--keep FOLDER]: every figure of two builds, side by side.

BEFORE and NOW are source trees with a build/warpgrind each. Both run every ladder, the unseen kernels, every probe's prediction, the
examples on every device and the lectures' tables; a line of the table is one of these, with how many figures there are, how many differ,
and the one that differs most. With --large the rungs and curves that an H200 was measured with, too (make accuracy): some minutes on
many cores. --keep FOLDER keeps what was printed, and what BEFORE printed is not asked for again. Exits with 1 if a figure differs."""
import argparse
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

# What differs from run to run, or says where and when something ran: no figures of the kernel's.
NOT_FIGURES = {"context", "simulation_seconds", "executable", "compiler"}
# Rungs in C are timed on the host, anew each time.
HOST_TIMES = {"real_time", "real_time_low", "real_time_high", "cpu_time", "iterations", "batch", "rate"}


def run(tree, words):
    """What the command prints, as JSON; or the error, which has to be the same, too."""
    environment = dict(os.environ, WARPGRIND_DATA=os.path.join(tree, "data"))
    done = subprocess.run([os.path.join(tree, "build/warpgrind"), *words], cwd=tree, env=environment, capture_output=True, text=True)
    try:
        return json.loads(done.stdout.replace(tree + "/", ""))
    except ValueError:
        return {"printed": done.stdout, "said": done.stderr, "exit": done.returncode}


def leaves(node, path=()):
    if isinstance(node, dict):
        for key, value in node.items():
            if key not in NOT_FIGURES and not (node.get("device") == "cpu" and key in HOST_TIMES):
                yield from leaves(value, path + (key,))
    elif isinstance(node, list):
        for index, value in enumerate(node):
            label = value.get("name", index) if isinstance(value, dict) else index
            yield from leaves(value, path + (f"{label}#{index}",))
    else:
        yield path, node


# Words that a program would go by; other texts are for people, and may be said better.
NAMES = {"limiter", "rule", "busiest_unit", "verified", "name", "said", "printed"}


def counts(path, value):
    return not isinstance(value, str) or path[-1] in NAMES or path[-1] == "what" and "what_if" in path


def apart(a, b):
    """0: the same; else by how much, as a part of the larger."""
    if a == b:
        return 0
    numbers = isinstance(a, (int, float)) and isinstance(b, (int, float)) and not isinstance(a, bool) and not isinstance(b, bool)
    return abs(a - b) / max(abs(a), abs(b)) if numbers else 1


def compare(before, now):
    old, new = ({p: v for p, v in leaves(tree) if counts(p, v)} for tree in (before, now))
    different = [(apart(value, new[path]), path, value, new[path]) for path, value in old.items() if path in new]
    different = sorted((d for d in different if d[0]), key=lambda d: -d[0])
    return {"figures": len(old), "gone": [p for p in old if p not in new], "added": len([p for p in new if p not in old]),
            "different": different}


def names(tree, folder, manifest):
    root = os.path.join(tree, folder)
    return sorted(n for n in os.listdir(root) if os.path.exists(os.path.join(root, n, manifest)))


def tasks(tree, large):
    devices = sorted(f[:-5] for f in os.listdir(os.path.join(tree, "data/devices")) if f.endswith(".json"))
    for name in names(tree, "ladders", "ladder.json"):
        yield f"ladder {name}", ["ladder", name, "--sizes", "test", "--story", "-q", "-j1", "--json", "-"]
    for name in names(tree, "tests/blind", "ladder.json"):
        yield f"unseen {name}", ["ladder", f"tests/blind/{name}", "--sizes", "test", "--no-check", "--cold", "-q", "-j1", "--json", "-"]
    for name in names(tree, "probes", "probe.json"):
        yield f"probe {name}", ["probe", name, "--sizes", "test", "--predict", "-q", "-j1", "--json", "-"]
    for device in devices:
        for example in ("transpose.cu", "saxpy.cu", "matmul_tile.json"):
            yield f"{example} on {device}", ["explain", f"examples/{example}", "-d", f"sim:{device}", "-q", "-j1", "--json", "-"]
    for rung in ("reduce/atomic", "matmul/tiled", "transpose/naive", "random/box_muller"):
        yield f"explain {rung}", ["explain", rung, "-q", "-j1", "--json", "-"]
    yield "variants of transpose.cu", ["explain", "examples/transpose.cu", "--ablate", "-q", "-j1", "--json", "-"]
    yield "reduce.cl", ["explain", "examples/reduce.cl", "-q", "-j1", "--json", "-"]
    if large:
        listed = subprocess.run([sys.executable, "scripts/accuracy.py", "--tasks"], cwd=tree, capture_output=True, text=True, check=True)
        for line in listed.stdout.splitlines():
            verb, name, part = line.split()
            for state in ([["--sample", "--story"], ["--sample", "--cold"]] if verb == "ladder" else [["--predict"]]):
                yield f"large: {verb} {name}, {part}, {state[-1][2:]}", [verb, name, "-m", part, "-d", "sim:h200", "--sizes", "large",
                                                                      "-j1", "-q", "--json", "-", *state]


def kept(folder, name, make):
    path = folder and os.path.join(folder, name.replace("/", "_").replace(" ", "_") + ".json")
    if path and os.path.exists(path):
        with open(path) as file:
            return json.load(file)
    result = make()
    if path:
        with open(path, "w") as file:
            json.dump(result, file)
    return result


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("before")
    options.add_argument("now")
    options.add_argument("--large", action="store_true")
    options.add_argument("--only", default="")
    options.add_argument("--keep")
    options.add_argument("--jobs", type=int, default=os.cpu_count())
    given = options.parse_args()
    before, now = os.path.realpath(given.before), os.path.realpath(given.now)
    if given.keep:
        os.makedirs(given.keep, exist_ok=True)
    todo = [t for t in tasks(before, given.large) if given.only in t[0]]

    def one(task):
        name, words = task
        return name, compare(kept(given.keep, name, lambda: run(before, words)), run(now, words))

    total = bad = 0
    print(f"{'':44} {'figures':>8} {'differ':>7} {'gone':>5} {'new':>6}")
    with ThreadPoolExecutor(given.jobs) as pool:
        for name, result in pool.map(one, todo):
            total += result["figures"]
            bad += len(result["different"]) + len(result["gone"])
            print(f"{name:44} {result['figures']:8} {len(result['different']):7} {len(result['gone']):5} {result['added']:6}", flush=True)
            for _, path, a, b in result["different"][:3]:
                print(f"    {'/'.join(path)}: {a!r} before, {b!r} now")
            for path in result["gone"][:3]:
                print(f"    {'/'.join(path)}: gone")
    print(f"{total} figures, {bad} differ")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
