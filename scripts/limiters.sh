#!/bin/sh
# limiters.sh [WARPGRIND] [LADDER]...: what the model names as each rung's limiter beside what its manifest declares, the rungs that
# differ, and how many agree. Arguments after the ladders' names are not taken: $OPTIONS is given to `ladder` (-d cuda).
set -eu
cd "$(dirname "$0")/.."
program=${1:-build/warpgrind}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- $(ls ladders)
for name; do
    # shellcheck disable=SC2086 # options are a list of words
    "$program" ladder "$name" --csv - ${OPTIONS:-} | awk -F, -v ladder="$name" '
        NR == 1 { for (k = 1; k <= NF; k++) column[$k] = k; next }
        $column["model_limiter"] && $column["declared_limiter"] {
            print ladder "/" $1, $column["declared_limiter"], $column["model_limiter"]
        }' || true
done | awk '
    { all++; agree += $2 == $3 }
    $2 != $3 { printf "%-32s declared %-11s the model says %s\n", $1, $2, $3 }
    END { if (all) printf "%d of %d rungs agree (%.1f %%)\n", agree, all, 100 * agree / all; else print "no rung has an estimate" }'
