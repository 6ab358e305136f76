template <typename T>
__device__ T warp_add(T value)
{
    for (int d = 16; d > 0; d >>= 1)
        value += __shfl_xor_sync(0xffffffffu, value, d);
    return value;
}

template <typename T>
__device__ void subtract_product(const T *A, const T *x, T *r, int rows, int cols)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows)
        return;
    T sum = 0;
    for (int c = threadIdx.x; c < cols; c += 32)
        sum += A[row * cols + c] * x[c];
    sum = warp_add(sum);
    if (threadIdx.x == 0)
        r[row] -= sum; //! uninitialised
}

__global__ void residual(const float *A, const float *x, float *r, int rows, int cols)
{
    subtract_product<float>(A, x, r, rows, cols); //! uninitialised
}
