# SPDX-License-Identifier: Apache-2.0
# A rung whose compiler is not installed is left out; a ladder of which none can be compiled is an error.
export WARPGRIND_PTXAS=none WARPGRIND_CLANG="$work/none" WARPGRIND_CACHE="$work/cache"
mkdir "$work/ladder"
cp tests/cli/inputs/ladder/copy.ptx tests/cli/inputs/ladder/reference.c "$work/ladder"
echo '__kernel void right(__global const float *x, __global float *y) { y[get_global_id(0)] = x[get_global_id(0)]; }' >"$work/ladder/copy.cl"
sed -e 's/{"name": "wrong".*/{"name": "opencl", "file": "copy.cl", "kernel": "right"}/' -e '/"broken"/d' -e '/"unchecked_size"/d' -e '/"library"/d' \
    tests/cli/inputs/ladder/ladder.json >"$work/ladder/ladder.json"
warpgrind ladder "$work/ladder" --trust | grep 'left out'
warpgrind ladder "$work/ladder" --trust -m opencl 2>&1 | sed -e "s|$work|WORK|" -e 's/any of these.*/any of these …/' | head -n 1
