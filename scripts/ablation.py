#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""ablation.py WARPGRIND >docs/results/h200/ablation.md: what was measured of the ladders' kernels taken apart, a file for each ladder beside
it, read by `warpgrind report`, with the limiters that the manifests declare today."""
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
FOLDER = os.path.join(ROOT, "docs", "results", "h200", "ablation")

PAGE = """# Ablation on an H200

The ablation of every CUDA kernel of the ladders on one NVIDIA H200 (driver 580.159.04), at the ladders' large sizes, with warm caches:

```sh
warpgrind ladder NAME -d cuda --sizes large --ablate --no-check --no-counters --json FILE
```

The folder [ablation](ablation) has the times, quartiles, registers and resident blocks, one file per ladder. `warpgrind report` shows them again, with `--html` as a page;
`scripts/ablation.py` wrote this page from its output.
[docs/use/ablation.md](../../use/ablation.md) describes the variants and how to read them. The columns are percentages of the full kernel's time; `=` means that there is
nothing to change. *shows* is what follows from the times alone; *declared* is the limiter in the manifest now, and *agrees* says whether the times allow it. All
variants ran with as many resident blocks per multiprocessor as the full kernel, according to the driver.

Of {all} kernels the times are conclusive for {known}; they allow the declared limiter of {agree}. Many of the limiters were changed after these runs, because of counters and two
because of these times: [limiters.md](limiters.md). "Allow" is weak if *shows* is *both*. Times never tell the levels of memory apart, or issue slots from a pipe; counters
do.

items, layout, layout_float3 and random are from a later run than the other ladders. The ideal-access time of divergence/by_warp is left out: it was measured
while the rewriting still sent all members of a structure to the same line, so that the variant read less than the kernel needs; it has not been
measured again. What that rung shows is derived from the other columns.

Of the ideal-access variants that were measured again, items/blocked (119 %) and random/philox_four (207 %) are much slower than their kernels, because they compute an address
for each access of a thread. That proves nothing ([docs/use/ablation.md](../../use/ablation.md)).

## Where ablation contradicted the manifest

| rung | was | is now | times | counters (ncu, the same sizes) |
|---|---|---|---|---|
| layout_rows/staged | shared | dram | memory only 103 %, compute only 37 % | DRAM at 73 to 75 % of its peak and L2 at 79 %; shared memory and L1 at 45 %, issue slots at 28 % |
| matmul/register_operand | l2 | latency | memory only 33 %, compute only 50 % | L2 at 7 %, DRAM at 1 %, L1 and shared memory at 46 %, issue slots at 48 %; of 17 cycles a warp waits for an issue, 13 are for global loads; 9 of 16 warps a scheduler could have |

## Where it still contradicts the manifest

{contradictions}

## Where it is inconclusive

What these kernels store determines what they, or their next launch, do, so the memory-only variant keeps the arithmetic; or nothing could be left out of them.

{silent}
"""


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def rows_of(program, ladder):
    """The table of `warpgrind report`: its two lines of heading, and the cells of each row."""
    document = read(os.path.join(FOLDER, ladder + ".json"))
    limiters = {rung["name"]: rung.get("limiter", "") for rung in read(os.path.join(ROOT, "ladders", ladder, "ladder.json"))["rungs"]}
    for row in document["benchmarks"]:
        row["limiter"] = limiters[row["name"].split("/")[1]]
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        json.dump(document, file)
        file.flush()
        text = subprocess.run([program, "report", file.name, "--md", "-"], check=True, capture_output=True, text=True).stdout
    lines = text.splitlines()
    start = next(k for k, line in enumerate(lines) if line.startswith("| rung | full |"))
    return lines[start:start + 2], [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[start + 2:]]


def items(lines):
    return "\n".join(f"- {line}" for line in lines) if lines else "Nowhere."


def page(program):
    tables = {file[:-len(".json")]: rows_of(program, file[:-len(".json")]) for file in sorted(os.listdir(FOLDER))}
    rows = [[f"{ladder}/{row[0]}"] + row[1:] for ladder, (_, rows) in tables.items() for row in rows]
    known = [row for row in rows if row[-1]]
    wrong = [f"{row[0]}: declared {row[-2]}, shows {row[-3]}" for row in known if row[-1] != "yes"]
    print(PAGE.format(all=len(rows), known=len(known), agree=len(known) - len(wrong), contradictions=items(wrong),
                      silent=items([row[0] for row in rows if not row[-1]])).rstrip())
    for ladder, (heading, cells) in tables.items():
        print(f"\n## {ladder}\n", *heading, *("| " + " | ".join(row) + " |" for row in cells), sep="\n")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    page(sys.argv[1])
