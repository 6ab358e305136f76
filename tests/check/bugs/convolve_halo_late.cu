#define R 4
#define BLOCK 128

__device__ float fetch(const float *x, int i, int n)
{
    return i >= 0 && i < n ? x[i] : 0.0f;
}

__global__ void convolve(const float *x, const float *w, float *y, int n)
{
    __shared__ float tile[BLOCK + 2 * R];
    int t = threadIdx.x;
    int first = blockIdx.x * BLOCK;

    tile[t + R] = fetch(x, first + t, n);
    __syncthreads();
    if (t < R) {
        tile[t] = fetch(x, first + t - R, n);  //! race
        tile[t + BLOCK + R] = fetch(x, first + t + BLOCK, n);  //! race
    }

    float acc = 0.0f;
    for (int k = 0; k <= 2 * R; k++)
        acc += w[k] * tile[t + k];  //! race, uninitialised
    if (first + t < n)
        y[first + t] = acc;  //! race, uninitialised
}
