# SPDX-License-Identifier: Apache-2.0
# Arguments that do not fit the kernel.
exec 2>&1
try() { warpgrind explain tests/cli/inputs/saxpy.ptx --grid 1 --block 32 "$@"; echo "exit $?"; }
try -a 'm:i32=1'
try -a 'm:i32=1' -a a:f32=2 -a 'x:f32[4]'
try -a 'm:i64=1' -a a:f32=2 -a 'x:f32[4]' -a 'y:f32[4]'
try -a 'm:i32=1' -a a:i32=2 -a 'x:f32[4]' -a 'y:f32[4]'
try -a 'm:i32=1' -a a:f32=2 -a 'x:f32' -a 'y:f32[4]'
try -a 'm:f32[4]' -a a:f32=2 -a 'x:f32[4]' -a 'y:f32[4]'
try -a 'm:i32=5000000000' -a a:f32=2 -a 'x:f32[4]' -a 'y:f32[4]'
try -a 'm:i32=1' -a a:f32=2 -a 'x:f32[4]=i/(i-2)' -a 'y:f32[4]'
try -a 'm:i32=1' -a a:f32=2 -a 'x:f32[4]=@no-such-file' -a 'y:f32[4]'
try -a 'm:i32=1' -a a:f32=2 -a 'x:f32[4]' -a 'y:f32[4]' -a 'symbol:w:f32[4]'
