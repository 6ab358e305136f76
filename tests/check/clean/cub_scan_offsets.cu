#include <cub/block/block_scan.cuh>

struct RunningTotal {
    int total;
    __device__ int operator()(int blockAggregate)
    {
        int old = total;
        total += blockAggregate;
        return old;
    }
};

extern "C" __global__ void __launch_bounds__(64) cub_scan_offsets(const int *length, int *offset, int *bytes, int perBlock)
{
    using BlockScan = cub::BlockScan<int, 64>;
    __shared__ typename BlockScan::TempStorage temp;
    RunningTotal running{0};
    const int *in = length + blockIdx.x * perBlock;
    int *out = offset + blockIdx.x * perBlock;
    for (int base = 0; base < perBlock; base += 64) {
        int i = base + threadIdx.x;
        int len = i < perBlock ? in[i] : 0;
        int at;
        BlockScan(temp).ExclusiveSum(len, at, running);
        __syncthreads();
        if (i < perBlock)
            out[i] = at;
    }
    if (threadIdx.x == 0)
        bytes[blockIdx.x] = running.total;
}
