// Odd numbers to the front, even ones to the back of the output; the threads of a branch form a group.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ int reserve(int *counter)
{
    cg::coalesced_group g = cg::coalesced_threads();
    int base = 0;
    if (g.thread_rank() == 0)
        base = atomicAdd(counter, (int)g.size());
    return g.shfl(base, 0) + g.thread_rank();
}

__global__ void cg_coalesced_filter(const int *in, int *out, int *odd, int *even, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int v = in[i];
        if (v & 1)
            out[reserve(odd)] = v;
        else
            out[n - 1 - reserve(even)] = v;
    }
}
