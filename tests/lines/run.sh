#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh WARPGRIND: whether the line that causes most of the time is the one an expert names: run.py.
set -eu
cd "$(dirname "$0")/../.."
command -v python3 >/dev/null || { echo "skipped: there is no python3"; exit 77; }
exec python3 tests/lines/run.py "$1"
