# SPDX-License-Identifier: Apache-2.0
# The table as CSV and as Markdown; the rest is silent when one of them goes to stdout.
warpgrind ladder tests/cli/inputs/ladder --trust --no-estimate --csv -
echo "exit $?"
warpgrind ladder tests/cli/inputs/ladder --trust --no-estimate --md - --csv "$work/file.csv"
echo "exit $?"
wc -l <"$work/file.csv"
warpgrind ladder tests/cli/inputs/ladder --trust --no-estimate -q -m right --json "$work/file.json"
echo "exit $?"
grep -c '"name"' "$work/file.json"
