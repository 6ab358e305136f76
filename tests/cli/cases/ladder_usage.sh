# SPDX-License-Identifier: Apache-2.0
# Mistakes: each is one message and exit status 2.
exec 2>&1
try() { echo "\$ warpgrind $*"; warpgrind "$@"; echo "exit $?"; }
folder=tests/cli/inputs/ladder
try ladder $folder -m rihgt
try ladder $folder -m ,
try ladder $folder --set width=3
try ladder $folder --set width
try ladder $folder --set n=many
try ladder $folder -n
try ladder $folder --sizes huge
try ladder $folder --plot x.svg
try ladder $folder --trust -d gpu
try ladder $folder --sample --no-estimate
try ladder $folder --sample -d cpu
try ladder $folder other
try ladder no_such_ladder 2>&1 | sed 's/there are: .*/there are: …/'
try ladder tests/cli/inputs/
try ladder tests/cli/inputs/saxpy.cu
try probe $folder
try probe $folder/ladder.json
try probe tests/cli/inputs/probe -m lode
