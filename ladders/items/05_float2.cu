// Vector types: two neighbours in one load. A request of a warp is 256 bytes, so there are half as many instructions for the same bytes.
//
// Launch: a thread for each two elements.
__global__ void axpy_float2(const float *__restrict__ x, const float *__restrict__ y, float *__restrict__ out, int n, float a)
{
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i + 1 < n) {
        float2 u = *(const float2 *)&x[i], v = *(const float2 *)&y[i];
        *(float2 *)&out[i] = make_float2(a * u.x + v.x, a * u.y + v.y);
    } else if (i < n) {
        out[i] = a * x[i] + y[i];
    }
}
