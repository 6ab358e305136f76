// A whole division by a number that is known at run time only is a long sequence of instructions.
//
// warpgrind: --grid 1056 --block 256
// warpgrind: -a in:u32[270336]=i+1000000007 -a out:u32[270336] -a by:u32=10
__global__ void division(const unsigned *in, unsigned *out, unsigned by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = in[i], digits = 0;
    while (x != 0) {
        unsigned rest = x / by;
        digits += x - rest * by;
        x = rest;
    }
    out[i] = digits;
}
