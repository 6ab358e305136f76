#define BLOCK 64

__device__ int wait_for(int *flag, int *prefix)
{
    while (atomicAdd(flag, 0) == 0)  //! sync, race
        ;
    return *prefix;  //! sync, race
}

__global__ void chained_scan_totals(const int *x, int *flag, int *prefix, int *y)
{
    __shared__ int total;
    __shared__ int before;
    int t = threadIdx.x, b = blockIdx.x;
    int v = x[b * BLOCK + t];

    if (t == 0)
        total = 0;
    __syncthreads();
    atomicAdd(&total, v);
    __syncthreads();
    if (t == 0) {
        before = b > 0 ? wait_for(&flag[b - 1], &prefix[b - 1]) : 0;  //! sync, race
        prefix[b] = before + total;  //! sync, race
        atomicExch(&flag[b], 1);  //! sync, race
    }
    __syncthreads();
    y[b * BLOCK + t] = before + v;
}
