#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# limiters.sh [WARPGRIND] [LADDER]... >docs/results/accuracy-limiters.md: what the model names as each CUDA rung's limiter beside what its
# manifest declares, as a page. Rungs run at their large sizes, estimated from a sample of their blocks, as many at a time as there are cores, and
# are given up after $LIMIT seconds each (default 120). $OPTIONS is given to `ladder` as well.
set -eu
cd "$(dirname "$0")/.."
program=${1:-build/warpgrind}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- $(ls ladders)
verdicts=$(mktemp)
trap 'rm -f "$verdicts"' EXIT

rungs_of() {
    awk -F'"' -v ladder="$1" '$2 == "name" { name = $4 }
                              $2 == "file" && $4 ~ /\.cu$/ && $4 !~ /^vendor_/ { print ladder, name }' "ladders/$1/ladder.json"
}

# RUNG DECLARED MODEL; nothing as the last: there was no estimate in time. With --story the model is asked what would be if, as
# some rules want.
for ladder; do rungs_of "$ladder"; done |
    PROGRAM=$program xargs -P "$(nproc)" -L 1 sh -c '
        echo "$0/$1 $(timeout "${LIMIT:-120}" "$PROGRAM" ladder "$0" -m "$1" -d sim:h200 --sizes large --sample --story -q --csv - ${OPTIONS:-} 2>/dev/null |
            awk -F, "NR == 1 { for (k = 1; k <= NF; k++) column[\$k] = k; next }
                     { print \$column[\"declared_limiter\"], \$column[\"model_limiter\"] }")"' | LC_ALL=C sort >"$verdicts"
python3 scripts/limiters.py model "$verdicts"
