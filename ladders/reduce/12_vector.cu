// One pass at the speed of memory. A thread loads four values at a time, and UNROLL times that before it adds the
// first, so that enough bytes are on their way to keep memory busy; it adds up its values in registers, a warp its
// threads' sums with shuffles, a block its warps', and one atomic addition a block makes the result.
//
// out[0] must be 0 before the launch. Sums wrap around. in must begin at a multiple of 16 bytes.
// Launch: THREADS threads a block, ceil(n / (4 * UNROLL * THREADS)) blocks, which read UNROLL times each; fewer
// blocks read more often.
#ifndef THREADS
#define THREADS 512
#endif
#ifndef UNROLL
#define UNROLL 8
#endif

__device__ int warp_sum(int v)
{
    for (int distance = 16; distance > 0; distance /= 2)
        v += __shfl_down_sync(0xffffffff, v, distance);
    return v;
}

__global__ void __launch_bounds__(THREADS) reduce_vector(const int *in, int *out, int n)
{
    __shared__ int sums[THREADS / 32];
    const int4 *in4 = (const int4 *)in;
    int n4 = n / 4, step = gridDim.x * THREADS, i = blockIdx.x * THREADS + threadIdx.x;
    int sum = i < n % 4 ? in[n4 * 4 + i] : 0; // the last few values, which fill no run of four
    for (; i < n4 - (UNROLL - 1) * step; i += UNROLL * step) {
        int4 v[UNROLL];
#pragma unroll
        for (int u = 0; u < UNROLL; u++)
            v[u] = in4[i + u * step];
#pragma unroll
        for (int u = 0; u < UNROLL; u++)
            sum += v[u].x + v[u].y + v[u].z + v[u].w;
    }
    for (; i < n4; i += step) {
        int4 v = in4[i];
        sum += v.x + v.y + v.z + v.w;
    }
    sum = warp_sum(sum);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = warp_sum(threadIdx.x < THREADS / 32 ? sums[threadIdx.x] : 0);
        if (threadIdx.x == 0)
            atomicAdd(out, sum);
    }
}
