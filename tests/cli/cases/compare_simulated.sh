# SPDX-License-Identifier: Apache-2.0
# Results of the simulator: counters are compared exactly, times by the model's own threshold; what counts, and what cannot be compared.
old=tests/cli/inputs/estimated.json
new=$work/new.json
change() { sed "$@" $old >"$new"; }
try() { # OPTIONS...: paths of this machine are left out
    echo "\$ warpgrind compare${*:+ }$*"
    status=0
    warpgrind compare $old "$new" "$@" >"$work/out" 2>&1 || status=$?
    sed "s|$work/||g" "$work/out"
    echo "exit $status"
}
echo '# the same'
cp $old "$new"
try --fail-on-regression
echo '# within the threshold, and beyond it'
change '/"estimate"/,/busy/s/"seconds": 4.31e-05/"seconds": 4.39e-05/'
try --fail-on-regression
change -e '/"estimate"/,/busy/s/"seconds": 4.31e-05/"seconds": 4.40e-05/' -e 's/"occupancy": 1,/"occupancy": 0.5,/' -e 's/"registers": 36/"registers": 48/' \
    -e 's/"l1_hits": 0.51/"l1_hits": 0.32/' -e 's/"shared": 3.3e-05/"shared": 3.3e-06/'
try --fail-on-regression
echo '# the same time with more waste, a shorter one with more waste, the same time with more work'
change '/"benchmarks"/,$s/"shared_conflicts": 0/"shared_conflicts": 1/'
try --fail-on-regression
change -e '/"benchmarks"/,$s/"shared_conflicts": 0/"shared_conflicts": 1/' -e '/"estimate"/,/busy/s/"seconds": 4.31e-05/"seconds": 2e-05/'
try --fail-on-regression
change '/"benchmarks"/,$s/"warp_instructions": 14385152/"warp_instructions": 14385153/'
try --fail-on-regression
echo '# without a time more work is worse'
warpgrind explain tests/cli/inputs/saxpy.ptx -q --no-estimate --json "$work/counted.json"
sed '/"benchmarks"/,/"lines"/s/"barriers": 0/"barriers": 7/' "$work/counted.json" >"$work/more.json"
warpgrind compare "$work/counted.json" "$work/more.json" --fail-on-regression
echo "exit $?"
warpgrind compare "$work/more.json" "$work/counted.json" --fail-on-regression
echo "exit $?"
echo '# many differences'
change '/"benchmarks"/,/"estimate"/s/_\(requests\|wavefronts\|bytes\|ptx\)": \([1-9]\)/_\1": 1\2/'
try
try --all --md -
echo '# what is not the same thing'
change 's/"device": "sim:h200"/"device": "sim:a100"/'
try
try --force
change '/"benchmarks"/,$s/"name": "matmul_tile"/"name": "matmul_naive"/'
try
try --force
change 's/"is_cold": false/"is_cold": true/'
try
change 's/"blocks_run": 256/"blocks_run": 16/'
try
head -c 3000 $old >"$new"
try
change '/"estimate"/,/busy/s/"occupancy": 1/"occupancy": 7/'
try
rm "$new"
try
