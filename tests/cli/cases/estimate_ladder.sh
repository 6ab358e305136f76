# A ladder's table with the model's time; from a sample nothing is compared.
export WARPGRIND_PTXAS=none
warpgrind ladder tests/cli/inputs/ladder -m right,wrong
warpgrind ladder tests/cli/inputs/ladder -m right,wrong --sample -n 1000000 --csv - | cut -d, -f1,2,12-
echo "exit $?"
