// The same work for every thread: a chain of multiply-adds, each waiting for the one before it. A block of 4 warps keeps the
// arithmetic of its multiprocessor busy a quarter of the time at most, so that several run side by side at no cost, where
// they fit: dynamic shared memory that nobody uses decides how many do.
//
// Launch: 128 threads a block, n threads in all.
__global__ void chain(float *out, int n, int rounds)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    float x = threadIdx.x;
#pragma unroll 16
    for (int round = 0; round < rounds; round++)
        x = fmaf(x, 0.9995f, 0.5f);
    if (k < n)
        out[k] = x;
}
