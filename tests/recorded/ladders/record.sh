#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Records the hardware counters of every CUDA rung of the ladders at their default sizes: counters.csv. Needs python3, an
# NVIDIA GPU, and ncu allowed to read its counters.
#
#   record.sh WARPGRIND [LADDER]...      default: all of them (about two minutes on an H200)
#
# WORK names a folder for what ncu printed (default: a new one).
set -euo pipefail
program=$(realpath "$1")
shift
cd "$(dirname "$0")"
work=${WORK:-$(mktemp -d)}
mkdir -p "$work"
[ $# -gt 0 ] || set -- $(cd ../../../ladders && echo *)
metrics=$(grep -v '^#' metrics.txt | paste -sd,)
for ladder; do
    rungs=$(python3 tidy.py rungs "../../../ladders/$ladder/ladder.json")
    ncu --clock-control none --cache-control none --csv --page raw --print-units base --metrics "$metrics" \
        --log-file "$work/$ladder.csv" \
        "$program" ladder "../../../ladders/$ladder" -d cuda --sizes default --no-time --no-check --no-counters \
        -m "$rungs" -q --json "$work/$ladder.json"
done
python3 tidy.py counters metrics.txt "$work" "$@" > counters.csv
