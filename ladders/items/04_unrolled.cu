// The loop unrolled by four, the loads before the stores: eight loads of a thread are on their way at the same time, so fewer warps are enough to keep the
// memory busy, and there is one comparison and one branch for four elements.
//
// Launch: any grid; best as many blocks as the GPU holds.
#define ITEMS 4

__global__ void axpy_unrolled(const float *__restrict__ x, const float *__restrict__ y, float *__restrict__ out, int n, float a)
{
    int threads = gridDim.x * blockDim.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (; i < n - (ITEMS - 1) * threads; i += ITEMS * threads) {
        float result[ITEMS];
#pragma unroll
        for (int k = 0; k < ITEMS; k++)
            result[k] = a * x[i + k * threads] + y[i + k * threads];
#pragma unroll
        for (int k = 0; k < ITEMS; k++)
            out[i + k * threads] = result[k];
    }
    for (; i < n; i += threads) // the last ones
        out[i] = a * x[i] + y[i];
}
