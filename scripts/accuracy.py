#!/usr/bin/env python3
"""accuracy.py --rungs: the ladders and rungs that were measured on the H200, a line each.
accuracy.py FOLDER: docs/accuracy.md, from the predictions that accuracy.sh left in FOLDER."""
import json
import os
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
RESULTS = os.path.join(ROOT, "docs", "results", "h200")
STATES = {"warm": RESULTS, "cold": os.path.join(RESULTS, "cold")}
LEAST = 20  # us: less is mostly launching
TIE = 1.02  # times nearer to each other than this have no order
FAR = 1.6

# Why a rung is far off, where that was looked into.
REASONS = {
    "memory/bounds_tight": "ptxas has too few registers and spills; the loads and stores of that are not in the PTX.",
    "matmul/coarse": "two blocks a multiprocessor, too long to be replayed whole: a part from their middle is; why it takes longer is not known.",
    "matmul/coarse_private": "two blocks of two warps a multiprocessor, an array in local memory; why it takes that long is not known.",
}

INTRODUCTION = """# How far off the estimate is

Made by `make accuracy`, which runs `scripts/accuracy.sh`: every rung of the ladders that takes {least} µs or more on an H200, as measured
([docs/results/h200](results/h200/README.md), and its folder `cold` for runs with the caches flushed before each) and as
`warpgrind ladder NAME -d sim:h200 --sizes large --sample [--cold]` predicts it. [time.md](time.md) says how it is predicted.

## What the model knew

The numbers of the device are those of `probe --calibrate` and of data sheets: `data/devices/h200.json` says of each where it is from. No ladder's
time is in them. But this is no blind test:

- The constants of the caches' model ([caches.md](caches.md)) were fitted to counters recorded on this GPU, those of the ladders among them.
- The rules for machine instructions ([machine.md](machine.md)) were learnt from recorded kernels and, in part, from four of the ladders.
- What the model has and what it has not (register ports, the order of loads, latency that grows with the use of memory, …) was decided
  while looking at the errors of these ladders. A few numbers in `src/replay` that no probe measures were chosen with it:
  [time.md](time.md) lists them.

So these are the errors on kernels the model was developed with. Of other kernels expect more; of other GPUs nothing was measured.
"""


def times(path):
    """Microseconds of each kernel that a result file has; libraries' have no grid."""
    with open(path, encoding="utf-8") as file:
        rows = json.load(file)["benchmarks"]
    return {row["name"]: row["real_time"] for row in rows
            if row["device"].startswith("cuda") and row.get("real_time", 0) >= LEAST and row["grid"][0] > 0}


def measured(state):
    every = {}
    for ladder in sorted(os.listdir(os.path.join(ROOT, "ladders"))):
        every.update(times(os.path.join(STATES[state], ladder + ".cuda.json")))
    return every


def predicted(folder, name, state):
    """Microseconds; None: it took too long, or failed."""
    path = os.path.join(folder, f"{name.replace('/', '.')}.{state}.json")
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        rows = [row for row in json.load(file)["benchmarks"] if row["name"] == name]
    seconds = rows[0].get("estimate", {}).get("seconds", 0) if rows else 0
    return 1e6 * seconds if seconds > 0 else None


def factor(pair):
    ratio = pair[1] / pair[0]
    return max(ratio, 1 / ratio)


def kendall(pairs):
    """Of (measured, predicted): pairs in the same order less those in the other, of all that have one. None: none has."""
    same = other = both = 0
    for k, one in enumerate(pairs):
        for two in pairs[:k]:
            if factor((one[0], two[0])) < TIE:
                continue
            both += 1
            order = (one[0] - two[0]) * (one[1] - two[1])
            same += order > 0
            other += order < 0
    return (same - other) / both if both else None


def short(value):
    return "-" if value is None else f"{value:.4g}" if value < 10000 else f"{value:.0f}"


def summary(states):
    yield "| | " + " | ".join(states) + " |"
    yield "|---|" + "--:|" * len(states)
    pairs = [list(s.values()) for s in states.values()]
    ratios = [sorted(p / m for m, p in s) for s in pairs]
    worst = [max(s, key=lambda name: factor(s[name])) for s in states.values()]

    def row(title, values):
        return f"| {title} | " + " | ".join(values) + " |"
    yield row("rungs", (str(len(s)) for s in pairs))
    yield row("mean absolute error", (f"{100 * sum(abs(r - 1) for r in s) / len(s):.1f} %" for s in ratios))
    yield row("median absolute error", (f"{100 * sorted(abs(r - 1) for r in s)[len(s) // 2]:.1f} %" for s in ratios))
    yield row("median of predicted / measured", (f"{s[len(s) // 2]:.3f}" for s in ratios))
    yield row("worst factor", (f"{factor(s[w]):.2f} ({w})" for s, w in zip(states.values(), worst)))
    for most in (1.1, 1.25, FAR):
        yield row(f"within {100 * (most - 1):.0f} %: a factor of {most:g}",
                  (f"{sum(factor(p) <= most for p in s)} ({100 * sum(factor(p) <= most for p in s) / len(s):.0f} %)" for s in pairs))


def orders(states):
    yield "| ladder | rungs | " + " | ".join(states) + " |"
    yield "|---|--:|" + "--:|" * len(states)
    for ladder in sorted({name.split("/")[0] for name in states["warm"]}):
        of_ladder = [[p for name, p in s.items() if name.split("/")[0] == ladder] for s in states.values()]
        taus = (kendall(p) for p in of_ladder)
        yield f"| {ladder} | {len(of_ladder[0])} | " + " | ".join("-" if t is None else f"{t:.2f}" for t in taus) + " |"


def table(states, names):
    yield "| rung | warm: measured | predicted | ratio | cold: measured | predicted | ratio |"
    yield "|---|--:|--:|--:|--:|--:|--:|"
    for name in names:
        cells = []
        for s in states.values():
            m, p = s.get(name, (None, None))
            cells += [short(m), short(p), "-" if p is None else f"{p / m:.2f}"]
        yield f"| {name} | " + " | ".join(cells) + " |"


def far_off(states):
    for name in states["warm"]:
        both = [s[name] for s in states.values() if name in s]
        if max(map(factor, both)) > FAR:
            ratios = ", ".join(f"{p / m:.2f}" for m, p in both)
            yield f"- {name} ({ratios}): {REASONS.get(name, 'not known.')}"


def page(folder):
    real = {state: measured(state) for state in STATES}
    states = {state: {name: (time, predicted(folder, name, state)) for name, time in real[state].items()} for state in STATES}
    missing = [name for name in real["warm"] if any(s.get(name, (0, None))[1] is None for s in states.values())]
    states = {state: {name: pair for name, pair in s.items() if name not in missing} for state, s in states.items()}
    if not states["warm"]:
        sys.exit(f"accuracy.py: {folder} has no predictions")
    far = list(far_off(states))
    parts = [
        [INTRODUCTION.format(least=LEAST).rstrip()],
        ["## Summary", ""] + list(summary(states)),
        ["An error is predicted / measured - 1; a factor is the larger of the two by the other."],
        ["## Order", "",
         "Kendall's tau within each ladder: 1, if the model puts all rungs in the order in which the H200 does; pairs that differ by less than 2 % as measured "
         "do not count.", ""] + list(orders(states)),
        [f"## Farther off than a factor of {FAR}", "", "In brackets predicted / measured, warm and cold.", ""] + (far or ["None."]),
        ["## Not predicted", "",
         "They took longer than the time limit of `scripts/accuracy.sh`: " + ", ".join(missing) + "." if missing else "None is left out."],
        ["## All rungs", "", "Microseconds.", ""] + list(table(states, states["warm"])),
    ]
    print("\n\n".join("\n".join(part) for part in parts))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if sys.argv[1] == "--rungs":
        for rung in measured("warm"):
            print(*rung.split("/"))
    else:
        page(sys.argv[1])
