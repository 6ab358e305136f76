// Bounding interval of floats of either sign: minimum and maximum by integer atomics on their bits.
__device__ void atomic_min_float(float *p, float v)
{
    if (v >= 0.0f)
        atomicMin((int *)p, __float_as_int(v));
    else
        atomicMax((unsigned *)p, __float_as_uint(v));
}

__device__ void atomic_max_float(float *p, float v)
{
    if (v >= 0.0f)
        atomicMax((int *)p, __float_as_int(v));
    else
        atomicMin((unsigned *)p, __float_as_uint(v));
}

__global__ void bbox_atomic_min(const float *x, float *lo, float *hi, int n)
{
    __shared__ float blo, bhi;
    if (threadIdx.x == 0) {
        blo = INFINITY;
        bhi = -INFINITY;
    }
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        atomic_min_float(&blo, x[i] - 0.5f);
        atomic_max_float(&bhi, x[i] - 0.5f);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        atomic_min_float(lo, blo);
        atomic_max_float(hi, bhi);
    }
}
