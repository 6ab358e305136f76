#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test.sh JOBS SECONDS: the whole suite. Builds with gcc and with clang, warnings as errors; runs the tests; runs them
# again with AddressSanitizer and UndefinedBehaviorSanitizer; fuzzes. The last line is "N passed, M failed".
set -u
cd "$(dirname "$0")/.." || exit 2
jobs=$1
seconds=$2
passed=0
failed=0
begun=$(date +%s)

# Compiling again what was compiled before, in this build folder or another, takes no time where there is ccache.
if command -v ccache >/dev/null 2>&1; then
    export CMAKE_C_COMPILER_LAUNCHER="${CMAKE_C_COMPILER_LAUNCHER-ccache}"
fi

# Counts one thing that either works or does not; its output is shown only when it does not.
step() { # NAME COMMAND…
    name=$1
    shift
    started=$(date +%s)
    if "$@" >build/test.log 2>&1; then
        passed=$((passed + 1))
        echo "ok      $name ($(($(date +%s) - started)) s)"
    else
        failed=$((failed + 1))
        grep -vE '^\[ *[0-9]+%\]' build/test.log | tail -n 60
        echo "FAILED  $name"
        return 1
    fi
}

build() { cmake --preset "$1" --log-level=WARNING && cmake --build "build/$1" -j "$jobs"; }

# Runs a build's tests; each counts. Skipped ones count as neither.
tests() { # PRESET, more options of ctest
    preset=$1
    shift
    log=build/$preset/ctest.log
    ctest --test-dir "build/$preset" -j "$jobs" --output-on-failure --no-tests=error "$@" >"$log" 2>&1
    grep -E '^ *[0-9]+/[0-9]+ Test|^ +Start ' "$log" | grep -v 'Start ' | sed "s|^|$preset: |"
    good=$(grep -cE '^ *[0-9]+/[0-9]+ Test .* Passed ' "$log")
    bad=$(grep -cE '^ *[0-9]+/[0-9]+ Test .*\*\*\*(Failed|Timeout|Exception|Not Run)' "$log")
    skipped=$(grep -cE '^ *[0-9]+/[0-9]+ Test .*\*\*\*Skipped' "$log")
    [ "$skipped" = 0 ] || echo "$preset: $skipped skipped"
    if [ "$bad" != 0 ] || [ "$good" = 0 ]; then
        cat "$log"
        [ "$bad" = 0 ] && bad=1
    fi
    passed=$((passed + good))
    failed=$((failed + bad))
}

fuzz() {
    log=build/fuzz/results.log
    sh scripts/fuzz.sh "$jobs" "$seconds" >"$log" 2>&1
    cat "$log"
    passed=$((passed + $(grep -c '^passed ' "$log")))
    failed=$((failed + $(grep -c '^failed ' "$log")))
}

mkdir -p build
step "build with gcc, warnings as errors" build gcc && tests gcc -LE large
step "build with clang, warnings as errors" build clang
# Left out: test_compile runs compilers, which are other programs; test_sim_schedule runs what other tests run, many times.
step "build with AddressSanitizer and UndefinedBehaviorSanitizer" build asan && tests asan -LE "check|ladder|large" -E "^test_(compile|sim_schedule)$"
if ls tests/fuzz/fuzz_*.c >/dev/null 2>&1; then
    step "build the fuzz targets" build fuzz && fuzz
fi
echo "in $(($(date +%s) - begun)) s"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
