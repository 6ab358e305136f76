#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# fuzz.sh JOBS SECONDS: runs every target in build/fuzz for that long, JOBS at a time. Inputs found on the way stay in
# build/fuzz/corpus, so that the next run goes on from there; the seeds in tests/fuzz/corpus are only read.
# Prints "passed NAME" or "failed NAME" for each, with the log of those that failed.
set -eu
cd "$(dirname "$0")/.."
jobs=$1
seconds=$2

one() {
    name=${1##*/fuzz_}
    mkdir -p "build/fuzz/corpus/$name"
    seeds=tests/fuzz/corpus/$name
    [ -d "$seeds" ] || seeds=
    options="-max_total_time=$seconds -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 -artifact_prefix=build/fuzz/$name-"
    dictionary=tests/fuzz/$name.dict
    [ -f "$dictionary" ] && options="$options -dict=$dictionary"
    # shellcheck disable=SC2086 # options and seeds are lists of words
    if "build/fuzz/fuzz_$name" $options "build/fuzz/corpus/$name" $seeds >"build/fuzz/$name.log" 2>&1; then
        runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "build/fuzz/$name.log")
        echo "passed fuzz_$name: $runs inputs in $seconds s"
    else
        tail -n 40 "build/fuzz/$name.log"
        echo "failed fuzz_$name: see build/fuzz/$name.log and build/fuzz/$name-*"
    fi
}

targets=$(find tests/fuzz -name 'fuzz_*.c' 2>/dev/null | sort | sed 's|.*/||; s|\.c$||')
results=build/fuzz/results
rm -rf "$results"
mkdir -p "$results"
running=0
for target in $targets; do
    one "build/fuzz/$target" >"$results/$target" &
    running=$((running + 1))
    if [ $running -ge "$jobs" ]; then
        wait
        running=0
    fi
done
wait
status=0
for target in $targets; do
    cat "$results/$target"
    ! grep -q '^failed ' "$results/$target" || status=1
done
exit $status
