# SPDX-License-Identifier: Apache-2.0
# What a build server gets: a JUnit report, annotations, and results against a baseline.
exec 2>&1
old=tests/cli/inputs/estimated.json
sed -e '/"benchmarks"/,$s/"shared_conflicts": 0/"shared_conflicts": 4096/' -e '/"estimate"/,/busy/s/"seconds": 4.31e-05/"seconds": 6e-05/' \
    $old >"$work/new.json"
report() { warpgrind report "$work/new.json" --baseline $old --assert 'shared_conflicts == 0' --assert 'occupancy > 50' "$@"; echo "exit $?"; }
briefly() { sed '/title=warpgrind%3A [A-Z]/s/line=.*/(what to change)/'; } # what is advised, and where, is another test's
report --lines 3 | sed -n '/against the baseline/,/^$/p; /(was\|, was/p'
report -q --annotations 2>&1 | briefly
report --fail-on-regression --annotations --junit - 2>&1 | briefly
report -q --html "$work/page.html"
grep -o '<dt>[^<]*was[^<]*</dt>\|Against the baseline\|<td class="number">[^<]*→[^<]*</td>' "$work/page.html"
echo '# rungs: one is right, one is wrong, one cannot be built, two are left out'
warpgrind ladder tests/cli/inputs/ladder --trust -q --no-estimate --json "$work/ladder.json" --junit - --assert 'right: barriers > 0'
echo "exit $?"
sed 's/"warp_instructions": 22/"warp_instructions": 20/' "$work/ladder.json" >"$work/before.json"
warpgrind ladder tests/cli/inputs/ladder --trust --no-estimate --baseline "$work/before.json" --annotations -m right | sed "s|$work/||"
warpgrind compare "$work/before.json" "$work/ladder.json" --annotations --junit "$work/junit.xml" -q --fail-on-regression
echo "exit $?"
grep -A 1 'testcase.*right' "$work/junit.xml"
echo '# baselines that are none'
try() {
    status=0
    warpgrind "$@" >"$work/out" 2>&1 || status=$?
    echo "\$ warpgrind $*" | cat - "$work/out" | sed "s|$work/||g"
    echo "exit $status"
}
try report $old -q --fail-on-regression
try report $old -q --baseline no-such.json
try report $old -q --baseline tests/cli/inputs/compare/before.json
try report $old -q --baseline "$work/ladder.json"
sed 's/"device": "sim:h200"/"device": "sim:a100"/' $old >"$work/other.json"
try report $old -q --baseline "$work/other.json"
