template <typename T>
__device__ T centred(const T *x, int i, T mean)
{
    return x[i] - mean; //! bounds
}

template <typename T>
__device__ void lag_products(const T *x, T *product, int n, int lag, T mean)
{
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        T late = centred(x, i, mean);
        T early = centred(x, i - lag, mean); //! bounds
        product[i] = late * early;
    }
}

__global__ void lag_product(const float *x, float *product, int n, int lag, float mean)
{
    lag_products<float>(x, product, n, lag, mean);
}
