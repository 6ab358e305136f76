#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cache.sh WARPGRIND RUNS KILLS: one cache folder under stress. RUNS commands at once, with equal process ids where that
# can be had; KILLS commands that are killed at a random instant; a disk that is full; a home that cannot be written to;
# entries that are cut short. The command must work each time, with a warning at most.
set -u
program=$1 runs=$2 kills=$3 failed=0
case $program in /*) ;; *) program=$PWD/$program ;; esac
command -v cc >/dev/null || { echo "no C compiler here"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/tmp"
export TMPDIR="$work/tmp" WARPGRIND_CACHE="$work/cache"
unset XDG_CACHE_HOME WARPGRIND_CACHE_SIZE WARPGRIND_CACHE_DAYS || true

# Compiles two C functions, runs them and compares their results: 0.2 s, a few milliseconds when they are cached.
climb() { "$program" ladder reduce -d cpu --sizes test -q; }
# What ptxas says is an entry, too.
explain() { "$program" explain tests/cli/inputs/saxpy.ptx -q --no-estimate; }

expect() { # WHAT WARNINGS COMMAND...
    what=$1 warnings=$2
    shift 2
    "$@" >"$work/said" 2>"$work/warned" || {
        echo "failed $what: exit status $?: $(cat "$work/warned")"
        failed=$((failed + 1))
        return
    }
    if [ "$(wc -l <"$work/warned")" -gt "$warnings" ]; then
        echo "failed $what: more than $warnings warnings: $(cat "$work/warned")"
        failed=$((failed + 1))
    fi
}

# ---- many at once ----
alone=
unshare -pf true 2>/dev/null && alone='unshare -pf' # each is the first process of its own
processes=
for _ in $(seq "$runs"); do
    $alone "$program" ladder reduce -d cpu --sizes test -q 2>>"$work/errors" &
    processes="$processes $!"
done
wrong=0
for process in $processes; do
    wait "$process" || wrong=$((wrong + 1))
done
[ $wrong = 0 ] || { echo "failed $wrong of $runs runs at once: $(head -n 5 "$work/errors")"; failed=1; }
echo "$runs runs at once${alone:+, with equal process ids}: $wrong failed"
[ -z "$(ls "$TMPDIR")" ] || { echo "failed: left $(ls "$TMPDIR")"; failed=1; }

# ---- killed ----
for nth in $(seq "$kills"); do
    rm -f "$WARPGRIND_CACHE"/host-*.so
    "$program" ladder reduce -d cpu --sizes test -q 2>/dev/null &
    process=$!
    sleep "0.$(od -An -N2 -tu2 /dev/urandom | awk '{ printf "%03d", $1 % 300 }')"
    kill -KILL $process 2>/dev/null
    wait $process 2>/dev/null
    [ $((nth % 10)) = 0 ] && expect "a run after a kill" 0 climb
done
expect "a run after $kills kills" 0 climb
[ $failed = 0 ] && echo "$kills kills: what followed worked"
rm -rf "${TMPDIR:?}"/* # nobody could

# ---- damaged ----
for length in 0 4096; do
    for entry in "$WARPGRIND_CACHE"/host-*.so "$WARPGRIND_CACHE"/ptx/*; do
        [ -f "$entry" ] && truncate -s $length "$entry"
    done
    expect "entries of $length bytes" 0 climb
    expect "entries of $length bytes" 0 explain
done

# ---- a folder that is not to be trusted ----
chmod 777 "$WARPGRIND_CACHE"
expect "a folder of everybody's" 1 climb
grep -q "nothing is cached: others may write to" "$work/warned" || { echo "failed: not said"; failed=1; }
chmod 700 "$WARPGRIND_CACHE"

# ---- nowhere to write: nobody, not even root, can make a folder in /proc ----
WARPGRIND_CACHE=/proc/self/cache
expect "a cache that cannot be made" 1 climb
grep -q "nothing is cached: /proc/self/cache" "$work/warned" || { echo "failed: not said"; failed=1; }
unset WARPGRIND_CACHE
HOME=/proc/self
export HOME
expect "a home that cannot be written to" 0 climb
expect "a home that cannot be written to" 0 explain

# ---- a full disk ----
export WARPGRIND_CACHE="$work/full" program
mkdir -m 700 "$WARPGRIND_CACHE"
if unshare -m true 2>/dev/null; then
    cat >"$work/full.sh" <<'END'
mount -t tmpfs -o size=32k,mode=700 none "$WARPGRIND_CACHE" || exit 0
"$program" ladder reduce -d cpu --sizes test -q && "$program" ladder reduce -d cpu --sizes test -q || exit 1
[ -z "$(find "$WARPGRIND_CACHE" -name '*.tmp')" ]
END
    expect "a full disk" 1 unshare -m sh "$work/full.sh"
fi
[ $failed = 0 ]
