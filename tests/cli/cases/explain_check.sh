# SPDX-License-Identifier: Apache-2.0
# Whether anybody looked for errors is told, kept in JSON, and errors are a failure.
explain() { warpgrind explain "$@" --no-estimate; }
explain examples/check/global_race.cu --check --json "$work/race.json" | sed -n '3,5p'
explain examples/check/global_race.cu --check -q; echo "exit status $?"
grep -o '"check_errors": [0-9]*' "$work/race.json"
warpgrind report "$work/race.json" | sed -n '3,5p'
explain tests/cli/inputs/saxpy.ptx --check | sed -n '3p'
explain tests/cli/inputs/saxpy.ptx | sed -n '3p'
