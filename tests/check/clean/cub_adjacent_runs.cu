#include <cub/block/block_discontinuity.cuh>
#include <cub/block/block_scan.cuh>

struct Differs {
    __device__ bool operator()(int a, int b) const { return a != b; }
};

extern "C" __global__ void __launch_bounds__(64) cub_adjacent_runs(const unsigned char *pixel, int *runOf, int *runs, int len)
{
    using Heads = cub::BlockDiscontinuity<int, 64>;
    using Scan = cub::BlockScan<int, 64>;
    __shared__ typename Heads::TempStorage heads;
    __shared__ typename Scan::TempStorage scan;
    const unsigned char *line = pixel + blockIdx.x * len;
    int started = 0;
    for (int base = 0; base < len; base += 64) {
        int i = base + threadIdx.x;
        int item[1] = {i < len ? line[i] : -1};
        int head[1], number[1], total;
        if (base == 0)
            Heads(heads).FlagHeads(head, item, Differs());
        else
            Heads(heads).FlagHeads(head, item, Differs(), (int)line[base - 1]);
        if (i >= len)
            head[0] = 0;
        Scan(scan).InclusiveSum(head, number, total);
        if (i < len)
            runOf[blockIdx.x * len + i] = started + number[0] - 1;
        started += total;
        __syncthreads();
    }
    if (threadIdx.x == 0)
        runs[blockIdx.x] = started;
}
