#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern "C" __global__ void cg_tile8_ragged(const int *rowStart, const float *values, float *rowMax, int rows)
{
    __shared__ float stage[64];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
    float *mine = stage + tile.meta_group_rank() * tile.size();
    int row = blockIdx.x * tile.meta_group_size() + tile.meta_group_rank();
    if (row >= rows)
        return;
    float best = -1.0f;
    for (int k = rowStart[row]; k < rowStart[row + 1]; k += tile.size()) {
        int at = k + tile.thread_rank();
        mine[tile.thread_rank()] = at < rowStart[row + 1] ? values[at] : -1.0f;
        tile.sync();
        float pair = fmaxf(mine[tile.thread_rank()], mine[tile.thread_rank() ^ 5]);
        for (int d = tile.size() / 2; d > 0; d /= 2)
            pair = fmaxf(pair, tile.shfl_down(pair, d));
        best = fmaxf(best, tile.shfl(pair, 0));
        tile.sync();
    }
    if (tile.thread_rank() == 0)
        rowMax[row] = best;
}
