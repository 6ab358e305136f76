# SPDX-License-Identifier: Apache-2.0
# What nobody said is guessed; the command that says it can be pasted.
exec 2>&1
sed '/warpgrind:/d' tests/cli/inputs/saxpy.ptx >"$work/saxpy.ptx"
sed '/warpgrind:/d' tests/cli/inputs/several.ptx >"$work/several.ptx"
cp tests/cli/inputs/saxpy.cu "$work/text.cu"
cd "$work"
warpgrind explain saxpy.ptx --no-estimate | sed -n '1,6p'
warpgrind explain saxpy.ptx --block 64 --no-estimate | sed -n '2,5p'
warpgrind explain saxpy.ptx --no-estimate | sed -n '/^  warpgrind/,/[^\\]$/p' >again.sh
warpgrind explain saxpy.ptx --no-estimate --json one.json -q
sh ./again.sh >again.txt && grep -c guessed again.txt
warpgrind explain saxpy.ptx -a n:i32=4 || echo "exit $?"
warpgrind explain several.ptx -k beyond --grid 4096 --block 512 || echo "exit $?"
warpgrind explain several.ptx || echo "exit $?"
grep -o '"guessed": "warpgrind explain [a-z.]*' one.json
warpgrind report one.json | sed -n '3,4p'
