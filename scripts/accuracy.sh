#!/bin/sh
# accuracy.sh [WARPGRIND] [FOLDER]: predicts every rung that was measured on the H200, with warm and with cold caches, compares, and
# writes docs/accuracy.md. FOLDER keeps the predictions, a JSON file each, and those it has already are not made again; default: none are kept.
#
# Each rung is a run of its own, as many at a time as there are cores; one that takes more than $LIMIT seconds of a core (default 40) is
# listed as not predicted.
set -eu
program=$(realpath "${1:-build/warpgrind}")
kept=${2:-}
[ -z "$kept" ] || { mkdir -p "$kept" && kept=$(realpath "$kept"); }
cd "$(dirname "$0")/.."
folder=${kept:-$(mktemp -d)}
[ -n "$kept" ] || trap 'rm -rf "$folder"' EXIT
started=$(date +%s)
# shellcheck disable=SC2016 # the inner shell expands
python3 scripts/accuracy.py --rungs | xargs -P "$(nproc)" -L 1 sh -c '
    file=$2/$3.$4
    predict() { # STATE [OPTION]
        [ ! -f "$file.$1.json" ] || return 0
        "$program" ladder "$ladder" -m "$rung" -d sim:h200 --sizes large --sample -j 1 -q --json "$file.part" $2 2>"$file.log" &&
            mv "$file.part" "$file.$1.json" && rm "$file.log"
    }
    program=$0 ladder=$3 rung=$4
    ulimit -t "$1"
    predict warm "" && predict cold --cold || echo "not predicted: $3/$4" >&2' "$program" "${LIMIT:-40}" "$folder"
echo "$(($(date +%s) - started)) s for the predictions" >&2
python3 scripts/accuracy.py "$folder" >docs/accuracy.md.part
mv docs/accuracy.md.part docs/accuracy.md
