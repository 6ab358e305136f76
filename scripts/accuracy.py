#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""accuracy.py --tasks: what is to be predicted, a line each: ladders with their rungs, probes with their curves that were measured on the H200, and the
kernels of tests/blind, whether or not anybody measured them.
accuracy.py FOLDER: docs/results/accuracy.md, from the predictions that accuracy.sh left in FOLDER.
accuracy.py --classes FOLDER: src/analysis/accuracy.def, from the same predictions.
accuracy.py --foretell FOLDER: those of tests/blind, as its foretold.csv has them: before they are measured."""
import csv
import json
import os
import re
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
RESULTS = os.path.join(ROOT, "docs", "results", "h200")
STATES = {"warm": RESULTS, "cold": os.path.join(RESULTS, "cold")}
LADDERS = "ladders"
BLIND = os.path.join("tests", "blind")
FORETOLD = os.path.join(ROOT, BLIND, "foretold.csv")  # as predicted before anybody measured them
BLIND_SETS = {"first": ("data", "learning", "science"), "second": ("mixed", "signals")}
LEAST = 20  # us: less is mostly launching
TIE = 1.02  # times nearer to each other than this have no order
FAR = 1.6

# Probes, and curves of them, of which there is nothing to predict.
SPINS = "kernels that end after so many cycles of their own clock"
ASIDE = {"clock": SPINS, "launch/busy": SPINS, "launch/long": SPINS, "transfers": "the bus is not in the model"}

# Why a rung or a curve is far off, where that was looked into: {"LADDER/RUNG": "…."}.
REASONS = {}

INTRODUCTION = """# Accuracy of the estimates

Written by `make accuracy`, which runs `scripts/accuracy.sh`. It compares every rung of the ladders and every point of the probes that takes {least} µs or more on an H200, as measured
([docs/results/h200](h200/README.md), and its folder `cold` for rungs with the caches flushed before each run), with the predictions of
`warpgrind ladder NAME -d sim:h200 --sizes large --sample [--cold]` and `warpgrind probe NAME -d sim:h200 --sizes large --predict`.
[time.md](../design/time.md) describes the model. [accuracy-advice.md](accuracy-advice.md) compares what advice promises with what the next rung gained.

## What the model was given

The numbers of the device come from `probe --calibrate` and from data sheets; `data/devices/h200.json` names the source of each. No measured time of a
ladder went into them. The probes that they come from are called *fitted* below, with all their points, although most numbers were read off one or two: {fitted}. The other probes
did not contribute a number: {others}. Left aside: {aside}.

But the ladders are not a blind test ([below](#blind-test) is one):

- The rules for machine instructions ([machine.md](../design/machine.md)) were learnt from recorded kernels and, in part, from four of the ladders.
- What the model includes and what it leaves out (register ports, the order of loads, latency that grows with memory utilisation, …) was decided
  while looking at the errors of these ladders. Which point of which probe a number comes from was decided before, with two exceptions. How long a product occupies its scheduler was first read off the difference of two curves, and is now fitted to one
  of them, because of the results of `random` and `convolution`. And how long loads wait for writes was first fitted to copies with a grid-stride loop (`probe mlp`); now it is fitted to a copy with one element per thread (`probe offset`), which is what
  most kernels do, because of the order of `layout_rows`. Before the first change the mean error of the rungs, warm, was 7.6 %, before the second 7.5 %, and the rank correlation was below 0.9 in `convolution` and in `layout_rows`.
- When blocks count as skewed in time ([time.md](../design/time.md)) was chosen by counters of `matmul`.

So these are the errors on kernels that the model was developed with. Expect larger errors on other kernels, as the blind test shows; no other GPU was measured.
"""


UNSEEN = """The kernels of [tests/blind](../../tests/blind/README.md) were written without looking at the model, then predicted, and only then measured: *foretold* is the prediction that was
committed before they ran on a GPU. The first set revealed errors, which were repaired, so its current predictions are no longer a blind test. The second set, which nobody had measured before, is a blind test of the repaired model. (After it was foretold, one rule changed because of `items`: which stores of a warp merge.)
None of these kernels was left out. Their hit rates and DRAM bytes are compared in [caches.md](../design/caches.md)."""


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def times(path):
    """Microseconds of each kernel that a result file has; libraries' have no grid."""
    return {row["name"]: row["real_time"] for row in read(path)["benchmarks"]
            if row["device"].startswith("cuda") and row.get("real_time", 0) >= LEAST and row["grid"][0] > 0}


def ladders(under):
    """Names of the folders that have one."""
    folder = os.path.join(ROOT, under)
    return [name for name in sorted(os.listdir(folder)) if os.path.exists(os.path.join(folder, name, "ladder.json"))]


def measured(state, under=LADDERS):
    """Of rungs: LADDER/RUNG. Under a folder of ladders; some may still have to be measured."""
    every = {}
    for ladder in ladders(under):
        path = os.path.join(STATES[state], ladder + ".cuda.json")
        every.update(times(path) if os.path.exists(path) else {})
    return every


def name_unrecorded():
    """Who adds a rung may have no H200: it is named, and left out until somebody measures it."""
    for ladder in ladders(LADDERS):
        path = os.path.join(RESULTS, ladder + ".cuda.json")
        recorded = {row["name"] for row in read(path)["benchmarks"]} if os.path.exists(path) else {}
        for rung in read(os.path.join(ROOT, LADDERS, ladder, "ladder.json"))["rungs"]:
            if rung.get("file", "").endswith(".cu") and f"{ladder}/{rung['name']}" not in recorded:
                print(f"{ladder}/{rung['name']}: not recorded on an H200, left out", file=sys.stderr)


def blind():
    """Kernels nobody had looked at: LADDER/RUNG."""
    for ladder in ladders(BLIND):
        yield from (f"{ladder}/{rung['name']}" for rung in read(os.path.join(ROOT, BLIND, ladder, "ladder.json"))["rungs"])


def foretell(folder):
    print("kernel,state,us,l1_hit_rate,l2_hit_rate,dram_mb")
    for name in blind():
        for state in STATES:
            e = estimate(folder, "ladder", name, state)
            if not e:
                continue
            figures = [(e.get(key), unit) for key, unit in (("seconds", 1e6), ("l1_hits", 100), ("l2_hits", 100), ("dram_bytes", 1e-6))]
            print(",".join([name, state] + ["" if value is None else f"{value * unit:.4g}" for value, unit in figures]))


def foretold(state):
    with open(FORETOLD, encoding="utf-8") as file:
        return {row["kernel"]: float(row["us"]) for row in csv.DictReader(file) if row["state"] == state}


def points():
    """Of probes, with warm caches: PROBE/CURVE/SIZE:VALUE."""
    every = {}
    for probe in sorted(os.listdir(os.path.join(ROOT, "probes"))):
        path = os.path.join(RESULTS, f"probe_{probe}.cuda.json")
        every.update(times(path) if os.path.exists(path) else {})
    return {name: time for name, time in every.items() if name.split("/")[0] not in ASIDE and curve(name) not in ASIDE}


def curve(name):
    """What a run of accuracy.sh predicts: a rung, or all points of a curve."""
    return "/".join(name.split("/")[:2])


def kept(folder, verb, name, state):
    return os.path.join(folder, f"{verb}.{curve(name).replace('/', '.')}.{state}.json")


def record(folder, verb, name, state):
    """{}: it took too long, or failed."""
    path = kept(folder, verb, name, state)
    rows = [one for one in read(path)["benchmarks"] if one["name"] == name] if os.path.exists(path) else []
    return rows[0] if rows else {}


def estimate(folder, verb, name, state):
    return record(folder, verb, name, state).get("estimate", {})


def predicted(folder, verb, name, state):
    """Microseconds, or None."""
    seconds = estimate(folder, verb, name, state).get("seconds", 0)
    return 1e6 * seconds if seconds > 0 else None


def fitted():
    """The probes that numbers of the model come from."""
    values = read(os.path.join(ROOT, "data", "devices", "h200.json"))["values"].values()
    return {name for value in values for name in re.findall(r"`probe (\w+)`", value["from"])}


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
    yield row("rungs or points", (str(len(s)) for s in pairs))
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


def of_set(pairs, name):
    return {kernel: pair for kernel, pair in pairs.items() if kernel.split("/")[0] in BLIND_SETS[name]}


def unseen(folder):
    """How the kernels of tests/blind came out: as foretold, and now."""
    measured_times = {state: measured(state, BLIND) for state in STATES}
    then = {state: {name: (time, foretold(state)[name]) for name, time in measured_times[state].items()} for state in STATES}
    now = {state: compare(folder, "ladder", measured_times[state], state)[0] for state in STATES}
    columns = {}
    for name in BLIND_SETS:
        for state in STATES:
            columns[f"{name}, {state}, foretold"] = of_set(then[state], name)
            columns[f"{name}, {state}, now"] = of_set(now[state], name)
    yield from summary({title: pairs for title, pairs in columns.items() if pairs})
    yield ""
    yield "| kernel | warm: measured | foretold | ratio | now | ratio | cold: measured | foretold | ratio | now | ratio |"
    yield "|---|" + "--:|" * 10
    for name in measured_times["warm"]:
        cells = []
        for state in STATES:
            time, before = then[state][name]
            today = now[state].get(name, (time, None))[1]
            cells += [short(time), short(before), f"{before / time:.2f}", short(today), "-" if today is None else f"{today / time:.2f}"]
        yield f"| {name} | " + " | ".join(cells) + " |"


def curves(pairs, fit):
    """A row a curve, with its points in their order."""
    yield "| curve | | points | measured | mean absolute error | predicted / measured |"
    yield "|---|---|--:|--:|--:|---|"
    for one in dict.fromkeys(map(curve, pairs)):
        ratios = {name.split(":")[-1]: p / m for name, (m, p) in pairs.items() if curve(name) == one}
        times = [m for name, (m, _) in pairs.items() if curve(name) == one]
        size = next(name for name in pairs if curve(name) == one).split("/")[2].split(":")[0]
        error = 100 * sum(abs(r - 1) for r in ratios.values()) / len(ratios)
        yield (f"| {one} | {'fitted' if one.split('/')[0] in fit else ''} | {len(ratios)} | {short(min(times))} to {short(max(times))} | {error:.1f} % | "
               f"{size} " + ", ".join(f"{x}: {r:.2f}" for x, r in ratios.items()) + " |")


def far_points(pairs):
    """By curves: which of their points are far off, and how far."""
    far = {name: p / m for name, (m, p) in pairs.items() if factor((m, p)) > FAR}
    for one in dict.fromkeys(map(curve, far)):
        ratios = [r for name, r in far.items() if curve(name) == one]
        of = sum(curve(name) == one for name in pairs)
        span = f"{min(ratios):.2f} to {max(ratios):.2f}" if len(ratios) > 1 else f"{ratios[0]:.2f}"
        yield f"- {one}, {len(ratios)} of {of} points ({span}): {REASONS.get(one, 'not known.')}"


def far_off(states):
    for name in states["warm"]:
        both = [s[name] for s in states.values() if name in s]
        if max(map(factor, both)) > FAR:
            ratios = ", ".join(f"{p / m:.2f}" for m, p in both)
            yield f"- {name} ({ratios}): {REASONS.get(name, 'not known.')}"


def compare(folder, verb, real, state):
    """(measured, predicted) of each, and the names of those that were not predicted."""
    pairs = {name: (time, predicted(folder, verb, name, state)) for name, time in real.items()}
    return {name: pair for name, pair in pairs.items() if pair[1]}, [name for name, pair in pairs.items() if not pair[1]]


def listed(names):
    return ", ".join(sorted(names)) if names else "none"


def page(folder):
    states, missing = {}, []
    for state in STATES:
        states[state], late = compare(folder, "ladder", measured(state), state)
        missing += [name for name in late if name not in missing]
    states = {state: {name: pair for name, pair in s.items() if name not in missing} for state, s in states.items()}
    probes, late = compare(folder, "probe", points(), "warm")
    missing += list(dict.fromkeys(map(curve, late)))
    fit = fitted()
    if not states["warm"] or not probes:
        sys.exit(f"accuracy.py: {folder} has no predictions")
    columns = {
        "rungs, warm": states["warm"], "rungs, cold": states["cold"],
        "points of fitted probes": {name: pair for name, pair in probes.items() if name.split("/")[0] in fit},
        "points of other probes": {name: pair for name, pair in probes.items() if name.split("/")[0] not in fit},
        "all, warm": {**states["warm"], **probes},
    }
    names = {name.split("/")[0] for name in points()}
    parts = [
        [INTRODUCTION.format(least=LEAST, fitted=listed(names & fit), others=listed(names - fit),
                             aside="; ".join(f"{name} ({why})" for name, why in ASIDE.items())).rstrip()],
        ["## Summary", ""] + list(summary({title: pairs for title, pairs in columns.items() if pairs})),
        ["The error is predicted / measured - 1; the factor is the larger of the two divided by the smaller. The rungs are the real test of the model; a curve of a probe has many similar "
         "points, so *all* says more about probes than about rungs."],
        ["## Blind test", "", UNSEEN, ""] + list(unseen(folder)),
        ["## Order", "",
         "Kendall's tau within each ladder: 1 if the model puts all rungs in the same order as the H200; pairs whose measured times differ by less than 2 % "
         "do not count.", ""] + list(orders(states)),
        [f"## Farther off than a factor of {FAR}", "", "In parentheses: predicted / measured; for rungs warm and cold.", ""]
        + (list(far_off(states)) + list(far_points(probes)) or ["None."]),
        ["## Not predicted", "",
         "These exceeded the time limit of `scripts/accuracy.sh`, or the model has no estimate for them: " + ", ".join(missing) + "." if missing else "None is left out."],
        ["## All rungs", "", "Microseconds.", ""] + list(table(states, states["warm"])),
        ["## All probes", "", "Microseconds, with warm caches. Each point of a curve is named by the value of the swept size.", ""] + list(curves(probes, fit)),
    ]
    print("\n\n".join("\n".join(part) for part in parts))


def quantiles(errors):
    """How many, and no farther off than what half of them and nine in ten are."""
    errors = sorted(errors)
    return f"{len(errors)}, {errors[(len(errors) - 1) // 2]:.3f}, {errors[-(-9 * len(errors) // 10) - 1]:.3f}"


def classes(folder):
    """By the limiter that the model names: of ladders and of tests/blind."""
    real = {state: {**measured(state), **measured(state, BLIND)} for state in STATES}
    pairs = {state: compare(folder, "ladder", real[state], state)[0] for state in STATES}
    errors = {state: {name: abs(p / m - 1) for name, (m, p) in pairs[state].items()} for state in STATES}
    limiters = {name: record(folder, "ladder", name, "warm")["diagnosis"]["limiter"] for name in errors["warm"]}
    yield f"""/* SPDX-License-Identifier: Apache-2.0 */
/* Written by scripts/accuracy.py: how far the estimates of rungs and of tests/blind are from what was measured on an H200
 * (docs/results/accuracy.md), at the large sizes.   CLASS(limiter, kernels, median, nine in ten): |predicted / measured - 1| */
#ifdef CLASS"""
    for limiter in sorted(set(limiters.values())):
        yield f"CLASS({limiter}, {quantiles(error for name, error in errors['warm'].items() if limiters[name] == limiter)})"
    yield "#undef CLASS\n#endif"
    for macro, state in (("EVERYTHING", "warm"), ("COLD", "cold")):
        yield f"#ifdef {macro}\n{macro}({quantiles(errors[state].values())})\n#undef {macro}\n#endif"
    yield f"#ifdef SHORTEST_US\nSHORTEST_US({LEAST})\n#undef SHORTEST_US\n#endif"


def tasks():
    only = os.environ.get("ONLY", "").split()
    name_unrecorded()
    for verb, under, names in (("ladder", LADDERS, measured("warm")), ("ladder", BLIND, blind()), ("probe", "probes", points())):
        for name, part in dict.fromkeys(tuple(one.split("/")[:2]) for one in names):
            if not only or name in only:
                print(verb, os.path.join(under, name), part)


if __name__ == "__main__":
    if sys.argv[1:] == ["--tasks"]:
        tasks()
    elif len(sys.argv) == 3 and sys.argv[1] == "--foretell":
        foretell(sys.argv[2])
    elif len(sys.argv) == 3 and sys.argv[1] == "--classes":
        print("\n".join(classes(sys.argv[2])))
    elif len(sys.argv) == 2:
        page(sys.argv[1])
    else:
        sys.exit(__doc__)
