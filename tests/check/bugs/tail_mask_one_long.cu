__device__ unsigned int first_lanes(int count)
{
    return count >= 32 ? 0xffffffffu : (2u << count) - 1u;
}

__global__ void chunk_sums(const unsigned int *x, unsigned int *sums, int n)
{
    __shared__ unsigned int total;
    int lane = threadIdx.x;
    int base = blockIdx.x * 32;
    int count = min(32, n - base);
    if (lane < count) {
        unsigned int sum = __reduce_add_sync(first_lanes(count), x[base + lane]); //! sync
        if (lane == 0)
            total = sum;
    }
    __syncthreads();
    if (lane == 31)
        sums[blockIdx.x] = total;
}
