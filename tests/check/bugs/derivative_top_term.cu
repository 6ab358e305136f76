#define MAX_DEGREE 12

__device__ float horner(const float *c, int top, float x)
{
    float value = 0.0f;
#pragma unroll 1
    for (int k = top; k >= 0; k--)
        value = value * x + c[k]; //! uninitialised
    return value;
}

__global__ void derivative(const float *coef, const float *x, float *dy, int degree, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float slope[MAX_DEGREE + 1];
#pragma unroll 1
    for (int k = 1; k <= degree; k++)
        slope[k - 1] = k * coef[k];
    dy[i] = horner(slope, degree, x[i]); //! uninitialised
}
