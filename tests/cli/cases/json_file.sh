# SPDX-License-Identifier: Apache-2.0
# The report on stdout, the JSON in the file; quiet: only the file.
warpgrind explain tests/cli/inputs/saxpy.ptx --json "$work/a.json" | sed -n 1p
warpgrind explain tests/cli/inputs/saxpy.ptx --json "$work/b.json" -q
grep -c '"name": "saxpy"' "$work/a.json" "$work/b.json" | sed 's/.*://'
