#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# tidy.sh BUILD [JOBS] [FILE]...: what clang-tidy has to say of the files of src/ and cli/, or of those named; fails where
# it says anything. BUILD holds compile_commands.json. Minutes for all of them, so it is no part of the tests.
set -eu
cd "$(dirname "$0")/../.."
build=${1:-build}
jobs=${2:-1}
shift $(($# < 2 ? $# : 2))

tool=$(command -v clang-tidy-14 || command -v clang-tidy) || { echo "skipped: there is no clang-tidy"; exit 77; }
[ -f "$build/compile_commands.json" ] || { echo "there is no $build/compile_commands.json: build first"; exit 2; }
# Two files define what tidy.h stands in for.
# shellcheck disable=SC2046 # words are meant to split
[ $# -gt 0 ] || set -- $(find src cli -name '*.c' -not -path src/base/status.c -not -path src/json/read.c | sort)

found=$(mktemp)
trap 'rm -f "$found"' EXIT
# Flags that only gcc knows are no news.
printf '%s\n' "$@" | xargs -P "$jobs" -n 4 "$tool" -p "$build" --quiet --extra-arg=-Wno-unknown-warning-option \
    --extra-arg=-include --extra-arg="$PWD/tests/checks/tidy.h" >"$found" 2>/dev/null || true
if grep -qE ' (warning|error): ' "$found"; then
    sed "s|^$PWD/||" "$found"
    exit 1
fi
echo "clang-tidy has nothing to say of $# files"
