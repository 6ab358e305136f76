# SPDX-License-Identifier: Apache-2.0
# A rule that cannot be used says where and does not hide the others; a folder without rules is fine.
mkdir "$work/data"
cp -r data/devices data/advice "$work/data"
echo '{"title": "Mine", "when": "shared_conflict > 1", "evidence": "e", "change": "c", "see": "a/b"}' >"$work/data/advice/mine.json"
echo '{"title": "Mine",' >"$work/data/advice/torn.json"
WARPGRIND_DATA=$work/data warpgrind explain tests/cli/inputs/conflicts.ptx |
    sed -n -e '/^what to change next/p' -e '/^advice that/,/^instructions/p' | sed "s|$work|WORK|"
rm -r "$work/data/advice"
WARPGRIND_DATA=$work/data warpgrind explain tests/cli/inputs/conflicts.ptx | grep -c advice
echo '{"title": "Mine", "when": "warp_instructions > 0", "evidence": "{warp_instructions|n} instructions.", "change": "Run fewer.", "see": "items/one"}' >"$work/mine.json"
mkdir "$work/data/advice"
mv "$work/mine.json" "$work/data/advice"
WARPGRIND_DATA=$work/data warpgrind explain tests/cli/inputs/nothing.ptx | sed -n '/^what to change next/,/^$/p'
