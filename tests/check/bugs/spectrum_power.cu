struct cplx {
    float re, im;
};

__device__ inline cplx load_bin(const float *plane, int i, int n)
{
    cplx c;
    c.re = plane[i];
    c.im = plane[i + n];  //! bounds
    return c;
}

__device__ inline float norm2(cplx c)
{
    return c.re * c.re + c.im * c.im;
}

__global__ void spectrum_power(const float *re, const float *im, float *power, int n, int log_scale)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float p = norm2(load_bin(re, i, n));
        power[i] = log_scale ? 10.0f * log10f(p + im[i]) : p;
    }
}
