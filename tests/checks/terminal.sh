#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# terminal.sh WARPGRIND: what a terminal gets, and what a file gets. Needs script, of util-linux, which makes a terminal.
set -eu
cd "$(dirname "$0")/../.."
program=$1
case $program in /*) ;; *) program=$PWD/$program ;; esac
script -qec true /dev/null >/dev/null 2>&1 || { echo "skipped: there is no script that makes a terminal"; exit 77; }
failed=0
complain() { echo "$*"; failed=1; }
results=tests/cli/inputs/estimated.json
escape=$(printf '\033')
on_terminal() { # SETTING... -- ARGUMENT...: what a terminal is sent, without its carriage returns
    settings=
    while [ "$1" != -- ]; do settings="$settings $1"; shift; done
    shift
    script -qec "env -u NO_COLOR -u COLUMNS $settings $program $*" /dev/null </dev/null | tr -d '\r'
}
widest() { sed "s/$escape\[[0-9;]*m//g" | LC_ALL=C.UTF-8 wc -L; } # characters, not bytes

on_terminal -- report $results | grep -q "$escape\[" || complain "a terminal gets no colour"
! on_terminal NO_COLOR=1 -- report $results | grep -q "$escape\[" || complain "NO_COLOR gets colour"
! on_terminal -- report $results --color=never | grep -q "$escape\[" || complain "--color=never gets colour"
! on_terminal -- report $results --no-color | grep -q "$escape\[" || complain "--no-color gets colour"
on_terminal NO_COLOR=1 -- report $results --color=always | grep -q "$escape\[" || complain "--color=always gets none"
"$program" report $results --color=always | grep -q "$escape\[" || complain "--color=always gets none in a file"
! "$program" report $results | grep -q "$escape\[" || complain "a file gets colour"
! "$program" report $results --color=perhaps 2>/dev/null || complain "--color=perhaps is taken"

# Without its colours the report says the same.
plain=$("$program" report $results)
stripped=$("$program" report $results --color=always | sed "s/$escape\[[0-9;]*m//g")
[ "$plain" = "$stripped" ] || complain "colours say what words do not"

for width in 60 80 100; do
    for what in "report $results --memory" "report docs/results/h200/matmul.cuda.json" "compare docs/results/h200/matmul.cuda.json docs/results/h200/matmul.cuda.json" devices; do
        found=$(on_terminal COLUMNS=$width -- "$what" | widest)
        [ "$found" -le $width ] || complain "$what is $found wide in $width columns"
    done
    on_terminal COLUMNS=$width -- report $results | grep -q "…$\|…$escape" || complain "nothing is cut in $width columns"
done
found=$(on_terminal -- report docs/results/h200/matmul.cuda.json | widest) # a terminal that does not know how wide it is
[ "$found" -le 80 ] || complain "an unknown terminal gets $found columns"
[ "$("$program" report docs/results/h200/matmul.cuda.json | widest)" -gt 80 ] || complain "a file is cut"
[ $failed = 0 ] && echo "terminals get colour and no line too long, files neither"
exit $failed
