#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

extern "C" __global__ void cg_labeled_totals(const int *label, const int *weight, int *total, int n)
{
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int key = i < n ? label[i] : -1;
    int w = i < n ? weight[i] : 0;
    cg::coalesced_group same = cg::labeled_partition(warp, key);
    int sum = cg::reduce(same, w, cg::plus<int>());
    if (key >= 0 && same.thread_rank() == 0)
        atomicAdd(&total[key], sum);
}
