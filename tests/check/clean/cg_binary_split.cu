#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern "C" __global__ void cg_binary_split(const int *code, int *even, int *odd, int *used, int n)
{
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    for (int base = blockIdx.x * blockDim.x; base < n; base += gridDim.x * blockDim.x) {
        int i = base + threadIdx.x;
        bool valid = i < n;
        int value = valid ? code[i] : 0;
        bool isOdd = value & 1;
        auto side = cg::binary_partition(tile, isOdd);
        unsigned live = side.ballot(valid);
        int at = 0;
        if (side.thread_rank() == 0)
            at = atomicAdd(&used[isOdd], __popc(live));
        at = side.shfl(at, 0) + __popc(live & ((1u << side.thread_rank()) - 1));
        if (valid)
            (isOdd ? odd : even)[at] = value;
    }
}
