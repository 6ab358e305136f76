# SPDX-License-Identifier: Apache-2.0
files="tests/cli/inputs/compare/before.json tests/cli/inputs/compare/after.json"
warpgrind compare $files
echo "exit $?"
warpgrind compare $files --fail-on-regression -q
echo "exit $?"
warpgrind compare tests/cli/inputs/compare/after.json tests/cli/inputs/compare/after.json --fail-on-regression
echo "exit $?"
warpgrind compare $files --csv -
warpgrind compare $files --md "$work/c.md" -q
cat "$work/c.md"
warpgrind compare $files --html "$work/c.html" -q
grep -o '<h1>.*</h1>\|<p class="line">[^<]*\|<h2>[^<]*\|<tr><td[^>]*>[^<]*\|<td[^>]*>SLOWER\|<code>[^<]*' "$work/c.html" | sed "s|$work|WORK|"
exec 2>&1
warpgrind compare tests/cli/inputs/compare/before.json
echo "exit $?"
warpgrind compare tests/cli/inputs/compare/before.json no-such.json
echo "exit $?"
warpgrind compare tests/cli/inputs/ladder/ladder.json tests/cli/inputs/compare/after.json
echo "exit $?"
