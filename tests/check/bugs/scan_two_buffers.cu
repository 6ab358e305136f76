#define BLOCK 128

__global__ void block_scan(const int *x, int *prefix, int n)
{
    __shared__ int buf[2][BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;

    int cur = 0;
    int v = i < n ? x[i] : 0;
    buf[cur][t] = v;
    __syncthreads();

    int step = 0;
    for (int off = 1; off < BLOCK; off <<= 1) {
        if (t >= off)
            v += buf[cur][t - off];  //! race, uninitialised
        cur ^= 1;
        buf[cur][t] = v;  //! race, uninitialised
        if (step & 1)
            __syncthreads();
        step++;
    }
    if (i < n)
        prefix[i] = v;  //! race, uninitialised
}
