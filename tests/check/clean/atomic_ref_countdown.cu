#include <cuda/atomic>

extern "C" __global__ void atomic_ref_countdown(const float *in, float *best, int *where, int n)
{
    __shared__ float value[96];
    __shared__ int remaining;
    if (threadIdx.x == 0)
        remaining = blockDim.x;
    __syncthreads();

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    value[threadIdx.x] = i < n ? in[i] * in[i] : -1.0f;
    cuda::atomic_ref<int, cuda::thread_scope_block> left(remaining);
    if (left.fetch_sub(1, cuda::std::memory_order_acq_rel) != 1)
        return;
    int top = 0;
    for (int k = 1; k < blockDim.x; ++k)
        if (value[k] > value[top])
            top = k;
    best[blockIdx.x] = value[top];
    where[blockIdx.x] = blockIdx.x * blockDim.x + top;
}
