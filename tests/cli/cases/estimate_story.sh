# SPDX-License-Identifier: Apache-2.0
# A ladder told with what the model says.
export WARPGRIND_PTXAS=none
warpgrind ladder tests/cli/inputs/ladder --trust -m right,wrong --story
