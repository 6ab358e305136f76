#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# accuracy.sh [WARPGRIND] [FOLDER]: predicts every rung and every curve of a probe that was measured on the H200, rungs with warm and
# with cold caches, compares, and writes docs/results/accuracy.md, accuracy-advice.md and accuracy-limiters.md. FOLDER keeps the predictions, a JSON file each, and
# those it has already are not made again; default: none are kept.
#
# Each rung or curve is a run of its own, as many at a time as there are cores; a rung that takes more than $LIMIT seconds of a core
# (default 40), or a curve, which has many points, that takes four times that, is listed as not predicted. $ONLY, names of ladders and probes with blanks between, predicts those alone.
set -eu
program=$(realpath "${1:-build/warpgrind}")
kept=${2:-}
[ -z "$kept" ] || { mkdir -p "$kept" && kept=$(realpath "$kept"); }
cd "$(dirname "$0")/.."
[ -z "${ONLY:-}" ] || [ -n "$kept" ] || { echo "accuracy.sh: with ONLY, name a FOLDER that has the rest" >&2; exit 2; }
folder=${kept:-$(mktemp -d)}
[ -n "$kept" ] || trap 'rm -rf "$folder"' EXIT
started=$(date +%s)
# shellcheck disable=SC2016 # the inner shell expands
python3 scripts/accuracy.py --tasks | xargs -P "$(nproc)" -L 1 sh -c '
    program=$0 verb=$3 name=$4 part=$5 file=$2/$3.$(basename "$4").$5
    predict() { # STATE OPTION...
        state=$1
        shift
        [ ! -f "$file.$state.json" ] || return 0
        "$program" "$verb" "$name" -m "$part" -d sim:h200 --sizes large -j 1 -q --json "$file.part" "$@" 2>"$file.log" &&
            mv "$file.part" "$file.$state.json" && rm "$file.log"
    }
    case $verb in
    ladder) ulimit -t "$1" && predict warm --sample --story && predict cold --sample --cold ;; # --story: what would be if
    probe) ulimit -t $((4 * $1)) && predict warm --predict ;;
    esac || echo "not predicted: $verb $name, $part" >&2' "$program" "${LIMIT:-40}" "$folder"
echo "$(($(date +%s) - started)) s for the predictions" >&2
python3 scripts/accuracy.py "$folder" >docs/results/accuracy.md.part
mv docs/results/accuracy.md.part docs/results/accuracy.md
python3 scripts/accuracy.py --classes "$folder" >src/analysis/accuracy.def.part
mv src/analysis/accuracy.def.part src/analysis/accuracy.def
python3 scripts/advice.py "$folder" >docs/results/accuracy-advice.md.part
mv docs/results/accuracy-advice.md.part docs/results/accuracy-advice.md
python3 scripts/limiters.py model "$folder" >docs/results/accuracy-limiters.md.part
mv docs/results/accuracy-limiters.md.part docs/results/accuracy-limiters.md
