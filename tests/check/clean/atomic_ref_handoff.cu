#include <cuda/atomic>

extern "C" __global__ void atomic_ref_handoff(const float *in, float *out, int n)
{
    __shared__ float table[32];
    __shared__ int ready;
    if (threadIdx.x == 0)
        ready = 0;
    __syncthreads();

    cuda::atomic_ref<int, cuda::thread_scope_block> flag(ready);
    if (threadIdx.x < 32) {
        int lane = threadIdx.x;
        int src = blockIdx.x * blockDim.x + lane;
        table[lane] = src < n ? 1.0f / (1.0f + in[src]) : 1.0f;
        __syncwarp();
        if (lane == 0)
            flag.store(1, cuda::std::memory_order_release);
        __syncwarp();
    } else {
        while (flag.load(cuda::std::memory_order_acquire) == 0)
            __nanosleep(20);
    }
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] * table[(threadIdx.x * 7) & 31];
}
