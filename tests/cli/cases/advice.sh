# SPDX-License-Identifier: Apache-2.0
# What to change next, with the line that is meant.
warpgrind explain tests/cli/inputs/conflicts.ptx --no-estimate | grep -A 2 'Bank conflicts' | sed 's/^ *[0-9]*[.] //'
