// z = a x + b y in pairs of halves; an odd last element is done alone.
#include <cuda_fp16.h>

__global__ void half2_axpby(const half *x, const half *y, half *z, float a, float b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __half2 a2 = __float2half2_rn(a), b2 = __float2half2_rn(b);
    const __half2 *x2 = reinterpret_cast<const __half2 *>(x), *y2 = reinterpret_cast<const __half2 *>(y);
    if (2 * i + 1 < n)
        reinterpret_cast<__half2 *>(z)[i] = __hfma2(a2, x2[i], __hmul2(b2, y2[i]));
    else if (2 * i < n)
        z[2 * i] = __hfma(__low2half(a2), x[2 * i], __hmul(__low2half(b2), y[2 * i]));
}
