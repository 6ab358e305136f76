#include <cooperative_groups.h>
namespace cg = cooperative_groups;

#define SPAN 128

__global__ void reverse_spans(const int *in, int *out, int n)
{
    __shared__ int span[SPAN];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);

    int base = block.group_index().x * SPAN;
    int t = block.thread_rank();
    if (base + t < n)
        span[t] = in[base + t]; //! race
    else
        span[t] = 0; //! race
    tile.sync();
    int mirrored = span[SPAN - 1 - t]; //! race, uninitialised
    if (base + t < n)
        out[base + t] = mirrored; //! race, uninitialised
}
