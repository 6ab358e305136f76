#define WORKERS 128

__device__ void workers_sync()
{
    asm volatile("bar.sync 1, %0;" ::"r"(blockDim.x) : "memory");  //! sync
}

__global__ void two_roles(const float *x, float *y, float *log, int n)
{
    __shared__ float tile[WORKERS];
    int t = threadIdx.x;

    if (t < WORKERS) {
        int i = blockIdx.x * WORKERS + t;
        tile[t] = i < n ? x[i] : 0.0f;
        workers_sync();  //! sync
        if (i < n)
            y[i] = tile[WORKERS - 1 - t];
    } else {
        int k = t - WORKERS;
        log[blockIdx.x * 64 + k] = (float)k;
    }
    __syncthreads();  //! sync
    if (t == 0)
        log[blockIdx.x * 64] = tile[0];
}
