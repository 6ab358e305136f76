# SPDX-License-Identifier: Apache-2.0
exec 2>&1
try() { warpgrind explain "$1"; echo "exit $?"; }
try tests/cli/inputs/bad_size.json
echo '{"KernelSpecification": {"KernelName": "k"}}' >"$work/a.json"
echo '{"KernelSpecification": ' >"$work/b.json"
cd "$work"
try a.json
try b.json
