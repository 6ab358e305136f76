# SPDX-License-Identifier: Apache-2.0
# Time as the model has it, without ptxas: a kernel, and as JSON what begins an estimate.
export WARPGRIND_PTXAS=none
warpgrind explain tests/cli/inputs/conflicts.ptx | sed '2s/ in [0-9.]* s//'
warpgrind explain tests/cli/inputs/conflicts.ptx --json - | grep -A 4 '"estimate"' | sed 's|: [0-9.e-]*,|: #,|'
warpgrind explain tests/cli/inputs/conflicts.ptx -d sim:gtx280 --json - | grep -c '"estimate"' || true
