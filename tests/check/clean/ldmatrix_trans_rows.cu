#include <cuda_fp16.h>

extern "C" __global__ void ldmatrix_trans_rows(const half *in, unsigned *out)
{
    __shared__ __align__(16) half tile[16][24];
    int lane = threadIdx.x;
    const half *src = in + blockIdx.x * 128;
    for (int e = lane; e < 128; e += 32)
        tile[e / 8][e % 8] = src[e];
    __syncwarp();
    unsigned row = (unsigned)__cvta_generic_to_shared(&tile[lane & 15][0]);
    unsigned r0, r1;
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(r0), "=r"(r1) : "r"(row) : "memory");
    out[(blockIdx.x * 32 + lane) * 2] = r0;
    out[(blockIdx.x * 32 + lane) * 2 + 1] = r1;
}
