#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# extend.sh WARPGRIND: docs/extend/add-a-rung.md and add-a-probe.md can be followed without a GPU. Their own kernels and manifests are put into copies of a
# ladder and of the probes; they run, are right, and what compares ladders with an H200 says that the rung was not recorded, and goes on.
set -eu
cd "$(dirname "$0")/../.."
program=$1
command -v python3 >/dev/null || { echo "skipped: there is no python3"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

block() { # PAGE LANGUAGE: the first block of it that the page has, without what it is indented by
    python3 - "$1" "$2" <<'EOF'
import re, sys, textwrap
page, language = sys.argv[1:]
print(textwrap.dedent(re.search(rf"^ *```{language}\n(.*?)^ *```", open(page, encoding="utf-8").read(), re.S | re.M).group(1)), end="")
EOF
}

expect() { # TEXT FILE: a line that begins with it
    grep -q "^ *$1" "$2" || { echo "no line begins with '$1':"; cat "$2"; exit 1; }
}

# The ladders, what was recorded of them, and who compares: a tree of its own.
mkdir -p "$scratch/docs/results" "$scratch/tests"
cp -R ladders probes scripts "$scratch"
cp -R docs/results/h200 "$scratch/docs/results"
cp -R tests/blind "$scratch/tests"

page=docs/extend/add-a-rung.md
ladder=$scratch/ladders/transpose
block $page c >"$ladder/tile16.cu"
block $page json >"$scratch/rung.json"
python3 - "$ladder/ladder.json" "$scratch/rung.json" <<'EOF'
import json, sys
manifest, rung = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:])
behind = [r["name"] for r in manifest["rungs"]].index("coalesced") + 1
manifest["rungs"].insert(behind, rung)
json.dump(manifest, open(sys.argv[1], "w", encoding="utf-8"))
EOF
mkdir "$scratch/ladders/mine" # and a ladder that nobody ever ran on an H200
cp "$ladder"/* "$scratch/ladders/mine"

"$program" ladder "$ladder" -m coalesced,tile16 --sizes test --trust >"$scratch/out"
expect 'tile16 .* yes$' "$scratch/out"
python3 "$scratch/scripts/limiters.py" check >"$scratch/out" || { cat "$scratch/out"; exit 1; }
expect 'transpose/tile16: not recorded on an H200, left out$' "$scratch/out"
expect 'mine/naive: not recorded on an H200, left out$' "$scratch/out"
python3 "$scratch/scripts/accuracy.py" --tasks >"$scratch/tasks" 2>"$scratch/out" || { cat "$scratch/out"; exit 1; }
expect 'transpose/tile16: not recorded on an H200, left out$' "$scratch/out"
expect 'mine/naive: not recorded on an H200, left out$' "$scratch/out"
expect 'ladder ladders/transpose padded$' "$scratch/tasks"
! grep -E 'tile16|mine' "$scratch/tasks" || exit 1

page=docs/extend/add-a-probe.md
mkdir "$scratch/probes/my_stride"
block $page c >"$scratch/probes/my_stride/stride.cu"
block $page json >"$scratch/probes/my_stride/probe.json"
"$program" probe "$scratch/probes/my_stride" --sizes test >"$scratch/out"
expect '8  32.00$' "$scratch/out"
python3 "$scratch/scripts/accuracy.py" --tasks >"$scratch/tasks" 2>"$scratch/out" || { cat "$scratch/out"; exit 1; }
! grep my_stride "$scratch/tasks" || exit 1
echo "a rung and a probe can be added as the pages say"
