#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;

// 32 x 32 operands padded with zeros by the caller; the result is nrows x ncols.
extern "C" __global__ void wmma_bias_epilogue(const half *a, const half *b, const float *bias, float *c, int nrows, int ncols)
{
    __shared__ __align__(32) float patch[2][16 * 20];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int row0 = blockIdx.x * 16, col0 = warp * 16;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
    wmma::fill_fragment(acc, 0.0f);
    for (int k = 0; k < 32; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
        wmma::load_matrix_sync(fa, a + row0 * 32 + k, 32);
        wmma::load_matrix_sync(fb, b + col0 * 32 + k, 32);
        wmma::mma_sync(acc, fa, fb, acc);
    }
    wmma::store_matrix_sync(patch[warp], acc, 20, wmma::mem_row_major);
    __syncwarp();
    for (int e = lane; e < 256; e += 32) {
        int r = e / 16, q = e % 16;
        if (row0 + r < nrows && col0 + q < ncols)
            c[(row0 + r) * ncols + col0 + q] = fmaxf(patch[warp][r * 20 + q] + bias[col0 + q], 0.0f);
    }
}
