__device__ unsigned reserve(unsigned *count, unsigned want)
{
    return atomicAdd(count, want);  //! uninitialised
}

__global__ void compact(const float *x, float *kept, unsigned *count, int n, float limit)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31;
    float v = i < n ? x[i] : 0.0f;
    bool keep = i < n && v > limit;

    unsigned voters = __ballot_sync(0xffffffffu, keep);
    unsigned base = 0;
    if (lane == 0)
        base = reserve(count, __popc(voters));  //! uninitialised
    base = __shfl_sync(0xffffffffu, base, 0);
    unsigned slot = base + __popc(voters & ((1u << lane) - 1));
    if (keep && slot < (unsigned)n)  //! uninitialised
        kept[slot] = v;  //! uninitialised
}
