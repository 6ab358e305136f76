// C = A B with wmma; ragged edges are zero-padded in shared memory and cropped on the way out.
#include <mma.h>
using namespace nvcuda;

__global__ void wmma_tiles(const half *a, const half *b, float *c, int m, int n, int k)
{
    __shared__ __align__(32) half sa[16 * 16], sb[16 * 16];
    __shared__ __align__(32) float sc[16 * 16];
    int lane = threadIdx.x, row0 = blockIdx.y * 16, col0 = blockIdx.x * 16;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
    wmma::fill_fragment(acc, 0.0f);
    for (int k0 = 0; k0 < k; k0 += 16) {
        for (int e = lane; e < 256; e += 32) {
            int r = e / 16, q = e % 16;
            sa[e] = row0 + r < m && k0 + q < k ? a[(row0 + r) * k + k0 + q] : __float2half(0.0f);
            sb[e] = k0 + r < k && col0 + q < n ? b[(k0 + r) * n + col0 + q] : __float2half(0.0f);
        }
        __syncwarp();
        wmma::load_matrix_sync(fa, sa, 16);
        wmma::load_matrix_sync(fb, sb, 16);
        wmma::mma_sync(acc, fa, fb, acc);
        __syncwarp();
    }
    wmma::store_matrix_sync(sc, acc, 16, wmma::mem_row_major);
    __syncwarp();
    for (int e = lane; e < 256; e += 32)
        if (row0 + e / 16 < m && col0 + e % 16 < n)
            c[(row0 + e / 16) * n + col0 + e % 16] = sc[e];
}
