// Vectors and unrolling: two vectors a thread, a block's width apart, four loads of 16 bytes on their way. The last per cent, if any: the memory was nearly
// busy before.
//
// Launch: a thread for each eight elements.
#define VECTORS 2

__global__ void axpy_float4_unrolled(const float *__restrict__ x, const float *__restrict__ y, float *__restrict__ out, int n, float a)
{
    int first = 4 * (blockIdx.x * blockDim.x * VECTORS + threadIdx.x), stride = 4 * blockDim.x;
    if (first + (VECTORS - 1) * stride + 3 < n) {
        float4 u[VECTORS], v[VECTORS];
#pragma unroll
        for (int k = 0; k < VECTORS; k++) {
            u[k] = *(const float4 *)&x[first + k * stride];
            v[k] = *(const float4 *)&y[first + k * stride];
        }
#pragma unroll
        for (int k = 0; k < VECTORS; k++)
            *(float4 *)&out[first + k * stride] =
                make_float4(a * u[k].x + v[k].x, a * u[k].y + v[k].y, a * u[k].z + v[k].z, a * u[k].w + v[k].w);
    } else {
        for (int k = 0; k < VECTORS; k++)
            for (int i = first + k * stride; i < first + k * stride + 4 && i < n; i++) // the last ones
                out[i] = a * x[i] + y[i];
    }
}
