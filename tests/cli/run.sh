#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh [WARPGRIND] [CASE]...: runs the cases in tests/cli/cases and compares what they print.
#
# A case is NAME.sh, run by sh in the repository's root with `warpgrind` being the program under test and $work an empty
# folder; NAME.stdout is what it must print (its stderr counts when the script says 2>&1), NAME.exit how it must end
# (no file: 0). Times are replaced by #. UPDATE=1 writes the expectations instead of comparing: read the diff.
set -eu
cd "$(dirname "$0")/../.."
program=${1:-build/warpgrind}
[ $# -eq 0 ] || shift
case $program in /*) ;; *) program=$PWD/$program ;; esac
[ -x "$program" ] || { echo "$program is not there"; exit 2; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/bin"
ln -s "$program" "$scratch/bin/warpgrind"
PATH=$scratch/bin:$PATH
WARPGRIND_DATA=$PWD/data
export PATH WARPGRIND_DATA
unset NO_COLOR || true

normalise() {
    sed -e 's/ in [0-9][0-9.]* s$/ in # s/' -e 's/"\(date\|host_name\|library_version\)": ".*"/"\1": "#"/' \
        -e 's/"\(num_cpus\|simulation_seconds\|host_threads\)": [0-9.e+-]*/"\1": #/'
}

run_case() { # NAME: leaves stdout and exit in $scratch
    work=$scratch/work
    rm -rf "$work"
    mkdir "$work"
    export work
    status=0
    sh "tests/cli/cases/$1.sh" >"$scratch/raw" 2>"$scratch/stderr" </dev/null || status=$?
    normalise <"$scratch/raw" >"$scratch/stdout"
    echo $status >"$scratch/exit"
}

update() { # NAME
    cp "$scratch/stdout" "tests/cli/cases/$1.stdout"
    rm -f "tests/cli/cases/$1.exit"
    [ "$(cat "$scratch/exit")" = 0 ] || cp "$scratch/exit" "tests/cli/cases/$1.exit"
}

compare() { # NAME
    want=tests/cli/cases/$1.exit
    [ -f "$want" ] || { want=$scratch/zero; echo 0 >"$want"; }
    diff -u "tests/cli/cases/$1.stdout" "$scratch/stdout" && diff -u "$want" "$scratch/exit" && return 0
    echo "--- stderr of $1"
    cat "$scratch/stderr"
    return 1
}

every=p
[ -z "${WG_TEST_QUICK:-}" ] || every='p;n' # where commands are slow, every second case
[ $# -gt 0 ] || set -- $(ls tests/cli/cases | sed -n 's/\.sh$//p' | sed -n "$every")
failed=0
for name; do
    run_case "$name"
    if [ -n "${UPDATE:-}" ]; then
        update "$name"
    elif compare "$name" >"$scratch/report" 2>&1; then
        echo "passed $name"
    else
        echo "failed $name"
        cat "$scratch/report"
        failed=$((failed + 1))
    fi
done
[ $failed -eq 0 ]
