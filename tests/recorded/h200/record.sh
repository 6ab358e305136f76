#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Records the hardware counters of kernels.cu (counters.csv, checksums.csv) and of banks.cu (banks.csv). Needs nvcc,
# python3, an NVIDIA GPU, and ncu allowed to read its counters.
#
#   record.sh [kernels|banks]...      default: both (about one minute and four minutes on an H200)
#
# ARCH names the GPU's architecture (default sm_90). WORK names a folder for what ncu printed (default: a new one).
set -euo pipefail
cd "$(dirname "$0")"
work=${WORK:-$(mktemp -d)}
mkdir -p "$work"
[ $# -gt 0 ] || set -- kernels banks

{ ncu --version; nvcc --version; } > "$work/versions.txt"
ncu --query-metrics > "$work/known.txt"
for collection in launch source; do
    ncu --query-metrics-collection "$collection" --query-metrics >> "$work/known.txt" 2>&1 || true
done

# read_counters METRICS OUTPUT CACHE PROGRAM ARGUMENT...
read_counters() {
    local metrics=$1 out=$2 cache=$3 list
    shift 3
    for unlisted in with without; do  # metrics that --query-metrics does not list may or may not exist
        list=$(python3 tidy.py metrics "$metrics" "$work/known.txt" "$unlisted")
        if ncu --clock-control none --cache-control "$cache" --csv --page raw --print-units base \
            --metrics "$list" "$@" > "$out"; then
            return 0
        fi
    done
    return 1
}

for what; do
    case $what in
    kernels)
        nvcc -O3 -arch="${ARCH:-sm_90}" -lineinfo kernels.cu -o "$work/kernels"
        # The PTX the simulator is tested with: what this compiler makes of kernels.cu, without the folders of this machine.
        nvcc -ptx -O3 -arch="${ARCH:-sm_90}" -lineinfo kernels.cu -o "$work/kernels.ptx"
        sed -E 's@(\.file[^"]*")[^"]*/([^/"]+")@\1\2@' "$work/kernels.ptx" > kernels.ptx
        "$work/kernels" cases.csv checksums.csv
        read_counters metrics.txt "$work/kernels.ncu.csv" all "$work/kernels" cases.csv
        python3 tidy.py cases cases.csv "$work/kernels.ncu.csv" > "$work/counters.csv"
        mv "$work/counters.csv" counters.csv
        ;;
    banks)
        nvcc -O3 -arch="${ARCH:-sm_90}" -lineinfo banks.cu -o "$work/banks"
        python3 patterns.py > patterns.txt
        read_counters bank_metrics.txt "$work/banks.ncu.csv" none "$work/banks" patterns.txt
        python3 tidy.py patterns patterns.txt "$work/banks.ncu.csv" > "$work/banks.csv"
        mv "$work/banks.csv" banks.csv
        python3 check_rules.py
        ;;
    *)
        echo "record.sh: no $what; kernels or banks" >&2
        exit 2
        ;;
    esac
done
