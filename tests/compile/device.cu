// What warpgrind's own device headers offer, used once: compiling this with clang and no CUDA is the test.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <device_launch_parameters.h>
#include <math_constants.h>

#include <cassert>
#include <cmath>
#include <cstdio>

namespace cg = cooperative_groups;

__constant__ float table[4];
__device__ int counter;

__global__ void __launch_bounds__(256, 2) float_functions(float *p)
{
    float x = p[threadIdx.x];
    float y = sinf(x) + cosf(x) + tanf(x) + expf(x) + exp2f(x) + exp10f(x) + logf(x) + log2f(x) + log10f(x);
    y += powf(x, 2.5f) + sqrtf(x) + rsqrtf(x) + cbrtf(x) + hypotf(x, y) + tanhf(x) + sinhf(x) + coshf(x) + erff(x) +
         erfcf(x);
    y += asinf(x) + acosf(x) + atanf(x) + atan2f(y, x) + fabsf(x) + fminf(x, y) + fmaxf(x, y) + fmodf(x, y);
    y += fmaf(x, y, x) + floorf(x) + ceilf(x) + truncf(x) + rintf(x) + roundf(x) + copysignf(x, y) + expm1f(x) +
         log1pf(x);
    y += sinpif(x) + std::sin(x) + std::pow(x, 2) + std::abs(x) + pow(x, 3) + sin(threadIdx.x) + max(x, 1.0f) +
         min(2.0f, y);
    y += CUDART_PI_F + __expf(x) + __logf(x) + __sinf(x) + __powf(x, y) + __fdividef(x, y) + __saturatef(x) +
         __frcp_rn(x);
    float s, c;
    sincosf(x, &s, &c);
    p[threadIdx.x] = y + s + c + std::isnan(x) + table[threadIdx.x & 3];
}

__global__ void double_functions(double *p)
{
    double x = p[threadIdx.x];
    p[threadIdx.x] = sin(x) + cos(x) + tan(x) + exp(x) + log(x) + pow(x, 0.3) + tanh(x) + erf(x) + tgamma(x) +
                     lgamma(x) + cbrt(x) + fmod(x, 3.0) + sqrt(x) + rsqrt(x) + std::floor(x) + __fma_rn(x, x, x) +
                     __dadd_ru(x, x);
}

__global__ void integers(int *p, unsigned long long *q)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, x = p[i];
    p[i] = __popc(x) + __clz(x) + __ffs(x) + __brev(x) + __byte_perm(x, i, 0x5410) + __funnelshift_l(x, i, 3) +
           __mulhi(x, i) + __mul24(x, i) + abs(x) + min(x, i) + __float2int_rn(1.5f) + __float_as_int(2.0f) +
           __dp4a(x, i, 1) + (int)__umul64hi(q[0], q[1]) + __ldg(p + 1) + (int)__ldcg(q + 2);
}

__global__ void atomics(int *i, unsigned *u, unsigned long long *l, float *f, double *d)
{
    __shared__ float total;
    atomicAdd(i, 1), atomicSub(i, 1), atomicMin(i, 1), atomicMax(i, 1), atomicAnd(i, 1), atomicOr(i, 1),
        atomicXor(i, 1);
    atomicExch(i, 1), atomicCAS(i, 1, 2), atomicInc(u, 3), atomicDec(u, 3), atomicAdd(l, 1ull), atomicMax(l, 1ull);
    atomicCAS(l, 1ull, 2ull), atomicAdd(f, 1.0f), atomicExch(f, 1.0f), atomicAdd(d, 1.0), atomicAdd(&total, 1.0f);
    atomicAdd(&counter, 1);
    __syncthreads();
    f[1] = total;
}

__global__ void warps(float *p, double *d, unsigned *u)
{
    unsigned all = 0xffffffff;
    int i = threadIdx.x;
    p[i] += __shfl_sync(all, p[i], 0) + __shfl_up_sync(all, p[i], 1) + __shfl_down_sync(all, p[i], 2, 16);
    d[i] += __shfl_xor_sync(all, d[i], 1);
    u[i] = __ballot_sync(all, p[i] > 0) + __all_sync(all, i) + __any_sync(all, i) + __match_any_sync(all, i) +
           __reduce_add_sync(all, u[i]) + __activemask() + __syncthreads_count(i) + __syncthreads_and(i);
    __syncwarp();
    __threadfence();
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    float4 four = make_float4(p[i], 1, 2, 3);
    four = tile.shfl_down(four, 1);
    p[i] = cg::reduce(tile, four.x, cg::plus<float>());
    cg::this_grid().sync();
    if (cg::coalesced_threads().thread_rank() == 0)
        printf("%d %f\n", i, p[i]);
    assert(p[i] == p[i]);
}

__global__ void halves(__half *h, __half2 *h2, __nv_bfloat16 *b, cudaTextureObject_t texture)
{
    int i = threadIdx.x;
    h[i] = h[i] * h[i + 1] + __float2half(tex2D<float>(texture, i, 0.5f));
    h2[i] = __hfma2(h2[i], h2[i + 1], h2[i + 2]);
    b[i] = b[i] + __float2bfloat16(__half2float(h[i]));
}
