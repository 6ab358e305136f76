#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh WARPGRIND ladder FOLDER | explain FOLDER | one LADDER/RUNG: looks for contradictions (check.py). Exit status 77,
# which ctest counts as skipped, without python3 or a compiler for CUDA.
set -eu
program=$1 verb=$2 what=$3
cd "$(dirname "$0")/../.."
command -v python3 >/dev/null || { echo "skipped: there is no python3"; exit 77; }
"$program" explain examples/transpose.cu -k 'transpose_tile<0>' --no-estimate -q --sample 1 2>/dev/null || { echo "skipped: no compiler"; exit 77; }
case $verb in
ladder) set -- --sample ;;
explain)
    set --
    for file in "$what"/*.json; do
        case $file in */expected.json) ;; *) set -- "$@" "$file" ;; esac
    done
    what=$1
    shift
    ;;
*) set -- ;;
esac
[ "$what" != ladders/matmul ] || set -- "$@" -n 256 # a quarter of the work
exec python3 tests/consistency/check.py "$program" "$verb" "$what" "$@"
