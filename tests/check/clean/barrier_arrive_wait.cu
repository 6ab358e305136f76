#include <cuda/barrier>

extern "C" __global__ void barrier_arrive_wait(const float *in, float *out, int n)
{
    using Barrier = cuda::barrier<cuda::thread_scope_device>;
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ Barrier bar;
    __shared__ float tile[64];
    if (threadIdx.x == 0)
        init(&bar, blockDim.x);
    __syncthreads();

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i < n ? in[i] : 0.0f;
    tile[threadIdx.x] = v;
    auto token = bar.arrive();
    float root = sqrtf(v + 1.0f);
    bar.wait(std::move(token));

    float left = tile[(threadIdx.x + 63) & 63];
    bar.arrive_and_wait();
    tile[threadIdx.x] = left * root;
    bar.arrive_and_wait();
    if (i < n)
        out[i] = tile[threadIdx.x] + tile[threadIdx.x ^ 1];
}
