// C = A B' for 16 x 16 tiles of A and 8 x 16 tiles of B, one warp per tile, with ldmatrix and mma.sync.
#include <cuda_fp16.h>
#define WARPS 2
#define LD 24

__global__ void ldmatrix_mma(const half *a, const half *b, float *c, int tiles)
{
    __shared__ __align__(16) half sa[WARPS][16][LD], sb[WARPS][8][LD];
    int lane = threadIdx.x & 31, w = threadIdx.x >> 5, tile = blockIdx.x * WARPS + w;
    if (tile >= tiles)
        return;
    for (int k = lane; k < 256; k += 32)
        sa[w][k / 16][k % 16] = a[tile * 256 + k];
    for (int k = lane; k < 128; k += 32)
        sb[w][k / 16][k % 16] = b[tile * 128 + k];
    __syncwarp();
    unsigned ra[4], rb[2];
    unsigned pa = (unsigned)__cvta_generic_to_shared(&sa[w][lane % 16][lane / 16 * 8]);
    unsigned pb = (unsigned)__cvta_generic_to_shared(&sb[w][lane % 8][lane / 8 % 2 * 8]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(ra[0]), "=r"(ra[1]), "=r"(ra[2]), "=r"(ra[3]) : "r"(pa) : "memory");
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                 : "=r"(rb[0]), "=r"(rb[1]) : "r"(pb) : "memory");
    float d[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1]));
    float *out = c + tile * 128 + lane / 4 * 8 + lane % 4 * 2;
    out[0] = d[0];
    out[1] = d[1];
    out[64] = d[2];
    out[65] = d[3];
}
