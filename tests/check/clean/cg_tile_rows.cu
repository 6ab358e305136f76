// Row maxima with tiles of 16 threads; tiles past the last row leave early.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void cg_tile_rows(const float *in, float *out, int rows, int cols)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block);
    int row = blockIdx.x * tile.meta_group_size() + tile.meta_group_rank();
    if (row >= rows)
        return;
    float m = -1e30f;
    for (int c = tile.thread_rank(); c < cols; c += tile.size())
        m = fmaxf(m, in[row * cols + c]);
    for (int d = tile.size() / 2; d > 0; d /= 2)
        m = fmaxf(m, tile.shfl_xor(m, d));
    tile.sync();
    if (tile.thread_rank() == 0)
        out[row] = m;
}
