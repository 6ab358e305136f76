#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Records what ncu counts of caches and memory, with the caches invalidated before each launch and with the caches left alone: caches.csv of the
# ladders at their large sizes, kernels_caches.csv and rungs_caches.csv of the smaller ones, each launched ten times: the last counts; blind_caches.csv of tests/blind, at large sizes.
# Needs nvcc, python3, an NVIDIA GPU, and ncu allowed to read its counters.
#
#   caches.sh PROGRAM [ladders|kernels|blind]...      PROGRAM: warpgrind, built with CUDA; default: all (ten minutes, two and three on an H200)
#
# WORK names a folder for what ncu printed (default: a new one), OUT one for the tables (default: this one).
set -euo pipefail
program=$(realpath "$1")
shift
cd "$(dirname "$0")"
work=${WORK:-$(mktemp -d)} out=${OUT:-.}
mkdir -p "$work"
[ $# -gt 0 ] || set -- ladders kernels blind

metrics=$(python3 -c 'import re; print(",".join(re.findall(r"\"(\w+__\w+\.\w+)\"", open("caches.py").read())))')
shape=launch__grid_size,launch__block_size,launch__registers_per_thread,launch__shared_mem_config_size
for limit in blocks registers shared_mem warps barriers; do
    shape=$shape,launch__occupancy_limit_$limit
done

# count STATE NAME ARGUMENT...
count() {
    local state=$1 name=$2
    shift 2
    ncu --csv --page raw --print-units base --cache-control "$state" --clock-control none \
        --metrics "$metrics,$shape,gpu__time_duration.sum" "$@" > "$work/ncu.$state.$name.csv"
}

# count_ladders WORK LADDER...: the table
count_ladders() {
    local work=$1 ladder name state
    shift
    mkdir -p "$work"
    for ladder; do
        name=$(basename "$ladder")
        for state in all none; do
            count $state "$name" "$program" ladder "$ladder" -d cuda --sizes large --no-check --no-time \
                --no-counters --json "$work/ncu.$state.$name.json" >&2
        done
    done
    python3 caches.py ladders "$work"
}

for what; do
    case $what in
    ladders)
        # shellcheck disable=SC2086 # words are meant to split
        count_ladders "$work" ${LADDERS:-convolution divergence hotspot items layout layout_float3 layout_rows matmul matmul_tile memory \
            random reduce transpose} > "$out/caches.csv"
        ;;
    blind)
        count_ladders "$work/blind" ../../blind/*/ > "$out/blind_caches.csv"
        ;;
    kernels)
        nvcc -O3 -arch="${ARCH:-sm_90}" kernels.cu -o "$work/kernels"
        nvcc -O3 -arch="${ARCH:-sm_90}" -DREPEAT=10 rungs.cu -o "$work/rungs"
        # A launch that is run again for each group of counters would find what was copied to put back what it had written:
        # the whole program is run again.
        for state in all none; do
            count $state kernels --replay-mode application --profile-from-start off "$work/kernels" cases.csv - 10
            count $state rungs --replay-mode application --profile-from-start off "$work/rungs"
        done
        python3 caches.py cases cases.csv "$work" kernels > "$out/kernels_caches.csv"
        python3 caches.py cases rungs_cases.csv "$work" rungs > "$out/rungs_caches.csv"
        ;;
    *)
        echo "caches.sh: no $what; ladders, kernels or blind" >&2
        exit 2
        ;;
    esac
done
