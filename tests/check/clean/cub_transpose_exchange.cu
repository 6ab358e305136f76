#include <cub/block/block_exchange.cuh>

using Exchange = cub::BlockExchange<int, 64, 3>;

union Scratch {
    typename Exchange::TempStorage exchange;
    int firsts[64];
};

extern "C" __global__ void __launch_bounds__(64) cub_transpose_exchange(const int *in, int *out, int *firsts)
{
    __shared__ Scratch scratch;
    int item[3];
    int base = blockIdx.x * 192;
    for (int k = 0; k < 3; ++k)
        item[k] = in[base + k * 64 + threadIdx.x];
    Exchange(scratch.exchange).StripedToBlocked(item, item);
    int delta = item[2] - item[0];
    __syncthreads();
    scratch.firsts[threadIdx.x] = item[0];
    __syncthreads();
    int right = scratch.firsts[(threadIdx.x + 1) & 63];
    firsts[blockIdx.x * 64 + threadIdx.x] = right + delta;
    __syncthreads();
    Exchange(scratch.exchange).BlockedToStriped(item, item);
    for (int k = 0; k < 3; ++k)
        out[base + k * 64 + threadIdx.x] = item[k];
}
