// Shuffles instead of shared memory. A lane reads another lane's register directly, so a warp adds up its 32 sums in five pairs
// of instructions without memory or barriers; then one word a warp goes through shared memory, and the first warp adds those
// up the same way. One barrier in all. Four loads at a time keep more bytes under way than one or two did.
//
// Launch: BLOCK threads a block, any number of blocks, `out` cleared before.
#ifndef BLOCK
#define BLOCK 256
#endif
#define WARP 32
#define AT_ONCE 4

__device__ unsigned sum_of_warp(unsigned value)
{
#pragma unroll
    for (int distance = WARP / 2; distance > 0; distance /= 2)
        value += __shfl_down_sync(0xffffffff, value, distance);
    return value; // in lane 0
}

__global__ void __launch_bounds__(BLOCK) reduce_shuffle(const int *in, int *out, int n)
{
    __shared__ unsigned sums[BLOCK / WARP];
    unsigned lane = threadIdx.x % WARP, warp = threadIdx.x / WARP, sum = 0;
    size_t all = (size_t)gridDim.x * BLOCK;
    size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x;
    for (; i + (AT_ONCE - 1) * all < n; i += AT_ONCE * all) {
#pragma unroll
        for (int j = 0; j < AT_ONCE; j++)
            sum += in[i + j * all];
    }
    for (; i < n; i += all)
        sum += in[i];

    sum = sum_of_warp(sum);
    if (lane == 0)
        sums[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        sum = sum_of_warp(lane < BLOCK / WARP ? sums[lane] : 0);
        if (lane == 0)
            atomicAdd(out, (int)sum);
    }
}
