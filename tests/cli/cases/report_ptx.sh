# SPDX-License-Identifier: Apache-2.0
# No line information: the PTX is the source. One line only.
sed '/\.loc/d; /\.file/d' tests/cli/inputs/saxpy.ptx >"$work/saxpy.ptx"
cd "$work" && warpgrind explain saxpy.ptx --no-estimate --lines 1
