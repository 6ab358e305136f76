// Several elements a thread, a stride apart: a warp's lanes are neighbours in every access. Here the stride is the whole grid, which is as large as the
// GPU holds: no block is ever started after another, and any n will do. But each round of the loop waits for its loads.
//
// Launch: any grid; best as many blocks as the GPU holds.
__global__ void axpy_loop(const float *__restrict__ x, const float *__restrict__ y, float *__restrict__ out, int n, float a)
{
#pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = a * x[i] + y[i];
}
