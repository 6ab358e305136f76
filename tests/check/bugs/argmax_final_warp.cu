#define THREADS 128

__device__ void keep_larger(float *value, int *index, int a, int b)
{
    if (value[b] > value[a]) { //! race
        value[a] = value[b]; //! race
        index[a] = index[b]; //! race
    }
}

__global__ void argmax(const float *x, int *best_index, int n)
{
    __shared__ float value[THREADS];
    __shared__ int index[THREADS];
    int t = threadIdx.x;
    int i = blockIdx.x * THREADS + t;
    value[t] = i < n ? x[i] : -1.0f;
    index[t] = i;
    __syncthreads();
    if (t < 64)
        keep_larger(value, index, t, t + 64);
    __syncthreads();
    if (t < 32) {
        for (int half = 32; half > 0; half /= 2)
            keep_larger(value, index, t, t + half); //! race
    }
    if (t == 0)
        best_index[blockIdx.x] = index[0];
}
