#define CHUNK 64

__device__ float relax(float v)
{
    for (int k = 0; k < 4; k++)
        v = 0.5f * (v + 1.0f / (v + 0.1f));
    return v;
}

__global__ void relax_chunks(const float *x, float *y, int *next, int n)
{
    __shared__ int first;
    for (;;) {
        if (threadIdx.x == 0)
            first = atomicAdd(next, CHUNK);  //! race
        __syncthreads();
        int start = first;  //! race
        if (start >= n)
            break;
        int i = start + threadIdx.x;
        if (i < n)
            y[i] = relax(x[i]);
    }
}
