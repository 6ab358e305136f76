# SPDX-License-Identifier: Apache-2.0
# A ladder told rung by rung, for a terminal and as Markdown; programs get what they always get.
warpgrind ladder tests/cli/inputs/ladder --trust --no-estimate --story --csv "$work/file.csv"
head -c 12 "$work/file.csv"
echo
warpgrind ladder tests/cli/inputs/ladder --trust --no-estimate -m right --story --md - | grep '^##'
warpgrind probe tests/cli/inputs/probe --story 2>&1
echo "exit $?"
