#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ float tile_sum(const cg::thread_block_tile<32> &tile, float value)
{
    for (int d = tile.size() / 2; d > 0; d /= 2)
        value += tile.shfl_xor(value, d); //! sync
    return value;
}

__global__ void block_sums(const float *x, float *sums, int n)
{
    __shared__ float per_warp[2];
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<32>(block);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (tile.thread_rank() == 0)
        per_warp[tile.meta_group_rank()] = 0.0f;
    if (i < n) {
        float sum = tile_sum(tile, x[i]); //! sync
        if (tile.thread_rank() == 0)
            per_warp[tile.meta_group_rank()] = sum;
    }
    block.sync();
    if (block.thread_rank() == 0)
        sums[blockIdx.x] = per_warp[0] + per_warp[1];
}
