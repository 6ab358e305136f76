# SPDX-License-Identifier: Apache-2.0
# Mistakes of the command line: each is one message and exit status 2.
exec 2>&1
try() { echo "\$ warpgrind $*"; warpgrind "$@"; echo "exit $?"; }
try
try explian
try explain
try explain a.cu b.cu
try explain a.cu --gird 4
try explain a.cu --grid
try explain a.cu -j many
try explain a.cu -z
try explain a.cu --quiet=yes
try explain no-such-file.cu
try explain tests/cli/inputs
try explain tests/cli/inputs/saxpy.ptx --dump y
try explain tests/cli/inputs/saxpy.ptx --dump y=y.bin --sample 4
try explain tests/cli/inputs/saxpy.ptx -d cuda:99 2>&1 | sed 's/device cuda\(:99\)*: .*/device cuda: …/' # a machine may have one
try explain tests/cli/inputs/saxpy.ptx -d gpu
try explain tests/cli/inputs/saxpy.ptx -d sim:gtx9000
try devices gtx9000
try devices a b
