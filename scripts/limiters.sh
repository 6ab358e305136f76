#!/bin/sh
# limiters.sh [WARPGRIND] [LADDER]... >docs/accuracy-limiters.md: what the model names as each CUDA rung's limiter beside what its
# manifest declares, as a page. Rungs run at their large sizes, estimated from a sample of their blocks, and are given up after
# $LIMIT seconds each (default 60). $OPTIONS is given to `ladder` as well.
set -eu
cd "$(dirname "$0")/.."
program=${1:-build/warpgrind}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- $(ls ladders)

rungs_of() {
    awk -F'"' '$2 == "name" { name = $4 } $2 == "file" && $4 ~ /\.cu$/ && $4 !~ /^vendor_/ { print name }' "ladders/$1/ladder.json"
}

# RUNG DECLARED MODEL; nothing as the last: there was no estimate in time. With --story the model is asked what would be if, as
# some rules want.
verdict_of() {
    # shellcheck disable=SC2086 # options are a list of words
    timeout "${LIMIT:-60}" "$program" ladder "$1" -m "$2" -d sim:h200 --sizes large --sample --story -q --csv - ${OPTIONS:-} \
        2>/dev/null | awk -F, 'NR == 1 { for (k = 1; k <= NF; k++) column[$k] = k; next }
                               { print $column["declared_limiter"], $column["model_limiter"] }'
}

for ladder; do
    for rung in $(rungs_of "$ladder"); do
        echo "$ladder/$rung $(verdict_of "$ladder" "$rung")"
    done
done | awk -v limit="${LIMIT:-60}" '
    NF < 3 { late[++lates] = $1; next }
    { all++; agree += $2 == $3; rows[all] = sprintf("| %s | %s | %s | %s |", $1, $2, $3, ($2 == $3 ? "yes" : "**no**")) }
    END {
        if (!all) { print "no rung has an estimate"; exit 1 }
        print "# Limiters: the manifests and the model\n"
        print "What `ladder.json` declares as the limiter of each CUDA rung, and what the rules of [explain.md](explain.md#how-the-limiter-is-found)"
        print "make of the time model'\''s estimate for an H200, at the large sizes, from a sample of the blocks. Written by `scripts/limiters.sh`.\n"
        printf "**%d of %d rungs agree: %.1f %%.**\n\n", agree, all, 100 * agree / all
        if (lates) {
            printf "No estimate within %d seconds:", limit
            for (k = 1; k <= lates; k++) printf "%s %s", (k > 1 ? "," : ""), late[k]
            print ".\n"
        }
        print "What is declared is checked on the hardware: by counters ([limiters.md](results/h200/limiters.md)) and by"
        print "[ablation](results/h200/ablation.md). Where the two columns differ the model is wrong, or two limiters are close.\n"
        print "| rung | declared | model | agree |\n|---|---|---|---|"
        for (k = 1; k <= all; k++) print rows[k]
    }'
