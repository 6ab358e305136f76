// The whole tree replaced by one instruction: each thread adds its element to the result with an atomic. Right, short, and
// slow: all additions go to one address, and L2 does them one after another. (Where the compiler sees that a warp's lanes add
// to the same address it sums them up first, which leaves one atomic a warp.) Somebody must have set the result to zero: a
// block cannot, since no block knows that it is the first.
//
// Launch: any number of threads a block, ceil(n / threads) blocks, `out` cleared before.
__global__ void reduce_atomic_each(const int *in, int *out, int n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(out, in[i]);
}
