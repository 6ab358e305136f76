# A ladder told rung by rung, for a terminal and as Markdown; programs get what they always get.
warpgrind ladder tests/cli/inputs/ladder --story --csv "$work/file.csv" | sed -e '/by the model/d' -e '/^ *What holds it is/d'
head -c 12 "$work/file.csv"
echo
warpgrind ladder tests/cli/inputs/ladder -m right --story --md - | grep '^##'
warpgrind probe tests/cli/inputs/probe --story 2>&1
echo "exit $?"
