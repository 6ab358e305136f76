__device__ unsigned loadAcquire(const unsigned *p)
{
    unsigned v;
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(__cvta_generic_to_global(p)) : "memory");
    return v;
}

__device__ void storeRelease(unsigned *p, unsigned v)
{
    asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(__cvta_generic_to_global(p)), "r"(v) : "memory");
}

extern "C" __global__ void asm_release_acquire(const int *in, int *carried, unsigned *stage, unsigned *entry)
{
    __shared__ unsigned place;
    if (threadIdx.x == 0) {
        unsigned p = atomicAdd(entry, 1u);
        if (p > 0)
            while (loadAcquire(&stage[p - 1]) == 0)
                ;
        place = p;
    }
    __syncthreads();
    int at = place * 64 + threadIdx.x;
    int before = place > 0 ? carried[(place - 1) * 64 + (threadIdx.x + 1) % 64] : 0;
    carried[at] = before + in[at];
    __syncthreads();
    if (threadIdx.x == 0)
        storeRelease(&stage[place], 1u);
}
