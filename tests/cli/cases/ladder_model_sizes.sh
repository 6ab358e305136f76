# SPDX-License-Identifier: Apache-2.0
# Sizes for the model: estimated there from a sample, compared with the reference at the test sizes; any other size asks for all blocks.
export WARPGRIND_PTXAS=none
cp -r tests/cli/inputs/ladder "$work/ladder"
sed -i 's/"test_sizes"/"model_sizes": {"n": 1048576},\n    "test_sizes"/' "$work/ladder/ladder.json"
cd "$work"
warpgrind ladder ./ladder --trust -m right,wrong,unchecked_size 2>&1
echo "exit $?"
warpgrind ladder ./ladder --trust -m right --sizes default 2>&1 | sed -n '1,4p'
warpgrind ladder ./ladder --trust -m right -n 96 2>&1 | sed -n '1,4p'
warpgrind ladder ./ladder --trust -m right -q --json one.json
warpgrind report one.json | tail -n 2
sed -i 's/"model_sizes": {"n"/"model_sizes": {"m"/' ladder/ladder.json
warpgrind ladder ./ladder --trust -m right 2>&1
