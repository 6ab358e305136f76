#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh WARPGRIND: each kernel of examples/check has the error that it says it has; other kernels have none.
program=$1
cd "$(dirname "$0")/../.." || exit 2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

complain() {
    echo "$1"
    failed=1
}

for file in examples/check/*.cu; do
    kind=$(sed -n 's|^// warpgrind check .*finds \(.*\)\.$|\1|p' "$file")
    options=$(sed -n 's|^// warpgrind check \(.*\)finds .*\.$|\1|p' "$file")
    want=3
    case $kind in nan | infinity | denormal) want=0 ;; esac # warnings
    status=0
    "$program" check "$file" $options -q --json "$scratch/found.json" || status=$?
    if [ -z "$kind" ]; then
        complain "$file does not say what is to be found"
    elif [ $status != $want ]; then
        complain "$file: exit status $status, not $want"
    else
        grep -q "\"kind\": \"$kind\"" "$scratch/found.json" || complain "$file: $kind was not found"
    fi
done
for file in examples/saxpy.cu examples/transpose.cu examples/reduce.cl tests/cli/inputs/saxpy.ptx; do
    "$program" check "$file" --numbers --shuffle 2 >"$scratch/report" && grep -q '^checked clean' "$scratch/report" || {
        cat "$scratch/report"
        complain "$file: something was found"
    }
done
# Rungs whose result is right by luck alone.
"$program" ladder tests/check/racy --trust --no-estimate >"$scratch/report" 2>&1
[ "$(grep -c 'WRONG' "$scratch/report")" = 4 ] && grep -q 'atomic .* yes' "$scratch/report" || {
    cat "$scratch/report"
    complain "tests/check/racy: not just the four rungs that race are wrong"
}
[ $failed = 0 ] && echo "what is wrong is found, and nothing else"
exit $failed
