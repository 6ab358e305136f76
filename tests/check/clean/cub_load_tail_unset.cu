#include <cub/block/block_load.cuh>
#include <cub/block/block_store.cuh>

template <int Threads, int Items> __device__ void scaleTile(const float *in, float *out, int left)
{
    using Load = cub::BlockLoad<float, Threads, Items, cub::BLOCK_LOAD_STRIPED>;
    using Store = cub::BlockStore<float, Threads, Items, cub::BLOCK_STORE_STRIPED>;
    float item[Items];
    if (left >= Threads * Items)
        Load().Load(in, item);
    else
        Load().Load(in, item, left);
#pragma unroll
    for (int k = 0; k < Items; ++k)
        item[k] = item[k] * 3.0f + 1.0f;
    if (left >= Threads * Items)
        Store().Store(out, item);
    else
        Store().Store(out, item, left);
}

extern "C" __global__ void __launch_bounds__(96) cub_load_tail_unset(const float *in, float *out, int n)
{
    int start = blockIdx.x * 96 * 4;
    if (start < n)
        scaleTile<96, 4>(in + start, out + start, n - start);
}
