__device__ int append_slot(int *count, bool want)
{
    int lane = threadIdx.x & 31;
    unsigned voters = __ballot_sync(0xffffffffu, want);
    int leader = __ffs(voters) - 1;
    int base = 0;
    if (lane == leader)
        base = atomicAdd(count, __popc(voters));
    base = __shfl_sync(voters, base, leader);  //! sync
    return base + __popc(voters & ((1u << lane) - 1));
}

__global__ void append_peaks(const float *x, int *peaks, int *count, int n, float limit)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool want = i < n && x[i] > limit;
    int slot = append_slot(count, want);
    if (want)
        peaks[slot] = i;
}
