// Four neighbours in one load of 16 bytes, the widest there is: blocked as in the second rung, and yet each request is 16 whole sectors. The memory
// sets the pace.
//
// Launch: a thread for each four elements.
__global__ void axpy_float4(const float *__restrict__ x, const float *__restrict__ y, float *__restrict__ out, int n, float a)
{
    int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i + 3 < n) {
        float4 u = *(const float4 *)&x[i], v = *(const float4 *)&y[i];
        *(float4 *)&out[i] = make_float4(a * u.x + v.x, a * u.y + v.y, a * u.z + v.z, a * u.w + v.w);
    } else {
        for (; i < n; i++) // the last ones
            out[i] = a * x[i] + y[i];
    }
}
