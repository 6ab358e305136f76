#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# limiters.sh: the ladders' manifests declare what the H200's counters say, by the rule of scripts/limiters.py.
set -eu
command -v python3 >/dev/null || { echo "skipped: there is no python3"; exit 0; }
python3 scripts/limiters.py check
echo "manifests declare what the counters say"
