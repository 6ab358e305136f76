#!/bin/sh
# accuracy.sh [WARPGRIND] [FOLDER]: predicts every rung that was measured on the H200, with warm and with cold caches, compares, and
# writes docs/accuracy.md. FOLDER keeps the predictions, a JSON file each; default: none are kept.
#
# Each rung is a run of its own, as many at a time as there are cores; one that takes longer than $LIMIT seconds (default 40) is listed
# as not predicted.
set -eu
program=$(realpath "${1:-build/warpgrind}")
kept=${2:-}
cd "$(dirname "$0")/.."
folder=${kept:-$(mktemp -d)}
[ -n "$kept" ] || trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder"
started=$(date +%s)
# shellcheck disable=SC2016 # the inner shell expands
python3 scripts/accuracy.py --rungs | xargs -P "$(nproc)" -L 1 sh -c '
    file=$2/$3.$4
    predict() {
        timeout "$1" nice "$0" ladder "$2" -m "$3" -d sim:h200 --sizes large --sample -j 1 -q --json "$4.part" $5 && mv "$4.part" "$4"
    } 2>"$file.log"
    rm -f "$file.warm.json" "$file.cold.json"
    if predict "$1" "$3" "$4" "$file.warm.json" "" && predict "$1" "$3" "$4" "$file.cold.json" --cold; then
        rm "$file.log"
    else
        echo "not predicted: $3/$4" >&2
    fi' "$program" "${LIMIT:-40}" "$folder"
echo "$(($(date +%s) - started)) s for the predictions" >&2
python3 scripts/accuracy.py "$folder" >docs/accuracy.md.part
mv docs/accuracy.md.part docs/accuracy.md
