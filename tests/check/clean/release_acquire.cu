// Wavefront over blocks: each publishes its border with a release store, the next one acquires it.
#define BLOCK 32

__device__ void publish(int *flag, int v) { asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(flag), "r"(v) : "memory"); }
__device__ int observe(const int *flag)
{
    int v;
    asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(flag) : "memory");
    return v;
}

__global__ void release_acquire(const int *cost, int *best, int *ready, int *ticket, int rows)
{
    __shared__ int mine;
    int t = threadIdx.x;
    if (t == 0)
        mine = atomicAdd(ticket, 1);
    __syncthreads();
    int strip = mine, x = strip * BLOCK + t, width = gridDim.x * BLOCK;
    for (int y = 0; y < rows; y++) {
        if (t == 0 && strip > 0)
            while (observe(&ready[strip - 1]) <= y)
                ;
        __syncwarp();
        int left = t == 0 && strip > 0 ? best[y * width + x - 1] : 0;
        int v = cost[y * width + x] + (y > 0 ? best[(y - 1) * width + x] : 0) + left;
        for (int d = 1; d < 32; d *= 2) {
            int u = __shfl_up_sync(0xffffffffu, v, d);
            if (t >= d)
                v = max(v, u + d);
        }
        best[y * width + x] = v;
        __syncwarp();
        if (t == 31)
            publish(&ready[strip], y + 1);
    }
}
