# SPDX-License-Identifier: Apache-2.0
# Names that would be something else in XML or in the log of a build server.
sed -e 's|"name": "matmul_tile"|"name": "]]></failure><x a=\\"1\\">\\n::error::k\\u0001 %0A"|' -e 's|"file": "examples/matmul_tile.cu"|"file": "a,line=1::b\\r\\n.cu"|' \
    tests/cli/inputs/estimated.json >"$work/hostile.json"
warpgrind report "$work/hostile.json" -q --assert 'occupancy < 50' --junit "$work/junit.xml" --annotations >"$work/log" 2>&1
echo "exit $?"
cat "$work/junit.xml"
grep '^::error' "$work/log"
grep -c '^::warning file=a%2Cline=1%3A%3Ab%0D%0A.cu,' "$work/log"
if command -v xmllint >/dev/null 2>&1; then xmllint --noout "$work/junit.xml"; fi
