#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# How far the model of caches is off on the ladders at their large sizes, as Markdown: the tables of docs/design/caches.md.
# usage: scripts/caches.sh [BUILD [LADDER...]]        (some ten minutes for all ladders)
set -eu
cd "$(dirname "$0")/.."
build=${1:-build/dev}
[ $# -eq 0 ] || shift
ladders=${*:-convolution divergence hotspot items layout layout_float3 layout_rows matmul matmul_tile memory random reduce transpose}

# Differences that are not listed are part of the answer, not a failure of this script.
WARPGRIND_DATA=data WG_TEST_LADDERS="$ladders" "$build/tests/test_caches_traffic" 2>/dev/null | awk '
    / compared, .* outside; / {
        split($0, part, /: | compared, | outside; mean error of the others |, worst | \(|\); | in the noise/)
        summary = summary sprintf("| %s | %s | %s | %s | %s (%s) | %s |\n", part[1], part[2], part[3], part[4], part[5], part[6], part[7])
    }
    / (cold|warm) \|/ {
        gsub(/ *\| */, "|"); gsub(/ +/, " "); gsub(/\|/, " | ")
        rungs = rungs "| " $0 " |\n"
    }
    END {
        print "| caches, what | compared | outside | mean error of the others | worst of them | in the noise |"
        print "|---|--:|--:|--:|---|--:|"
        printf "%s\n", summary
        print "Predicted and measured; * is outside.\n"
        print "| rung, caches | L1 hits, % | L2 hits, % | DRAM read, MB | DRAM written, MB |"
        print "|---|--:|--:|--:|--:|"
        printf "%s", rungs
    }' || true
