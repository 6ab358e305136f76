# SPDX-License-Identifier: Apache-2.0
warpgrind explain tests/cli/inputs/endless.ptx --max-instructions 1000000000000 2>&1 &
sleep 1
kill -INT $!
wait $!
