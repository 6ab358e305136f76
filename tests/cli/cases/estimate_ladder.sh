# SPDX-License-Identifier: Apache-2.0
# A ladder's table with the model's time; from a sample nothing is compared.
export WARPGRIND_PTXAS=none
warpgrind ladder tests/cli/inputs/ladder --trust -m right,wrong
warpgrind ladder tests/cli/inputs/ladder --trust -m right,wrong --sample -n 1000000 --csv - | cut -d, -f1,7,8,12,16
echo "exit $?"
