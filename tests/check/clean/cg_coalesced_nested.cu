#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ int reserve(int *list, int n)
{
    cg::coalesced_group active = cg::coalesced_threads();
    int base = 0;
    if (active.thread_rank() == active.num_threads() - 1)
        base = atomicAdd(&list[n], (int)active.num_threads());
    return active.shfl(base, active.num_threads() - 1) + active.thread_rank();
}

extern "C" __global__ void cg_coalesced_nested(const int *depth, int *deep, int *shallow, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int d = depth[i];
    if (d > 10) {
        if (d & 1) {
            int at = reserve(deep, n);
            deep[at] = i;
        }
    } else if (d != 4) {
        int at = reserve(shallow, n);
        shallow[at] = -i;
    }
}
