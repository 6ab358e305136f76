__device__ void build_table(float *table)
{
    int t = threadIdx.x;
    table[t] = expf(-0.05f * t); //! sync, race
}

__global__ void lookup(float *table, int *ready, const int *x, float *y)
{
    if (blockIdx.x == 0) {
        build_table(table); //! sync, race
        __syncthreads();
        if (threadIdx.x == 0)
            atomicExch(ready, 1); //! sync, race
    } else {
        if (threadIdx.x == 0) {
            while (atomicAdd(ready, 0) == 0) //! sync
                __nanosleep(50);
            __threadfence();
        }
        __syncthreads();
    }
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = table[x[i]]; //! sync, race
}
