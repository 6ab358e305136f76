#include <cub/block/block_load.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_store.cuh>

constexpr int kThreads = 64, kItems = 4, kTile = kThreads * kItems;
using LoadKeys = cub::BlockLoad<unsigned, kThreads, kItems, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
using LoadValues = cub::BlockLoad<float, kThreads, kItems, cub::BLOCK_LOAD_TRANSPOSE>;
using Sort = cub::BlockRadixSort<unsigned, kThreads, kItems, float>;
using StoreKeys = cub::BlockStore<unsigned, kThreads, kItems, cub::BLOCK_STORE_TRANSPOSE>;
using StoreValues = cub::BlockStore<float, kThreads, kItems, cub::BLOCK_STORE_DIRECT>;

extern "C" __global__ void __launch_bounds__(kThreads)
cub_radix_pairs(const unsigned *keysIn, const float *valuesIn, unsigned *keysOut, float *valuesOut, int n)
{
    __shared__ union {
        typename LoadKeys::TempStorage loadKeys;
        typename LoadValues::TempStorage loadValues;
        typename Sort::TempStorage sort;
        typename StoreKeys::TempStorage storeKeys;
    } temp;
    unsigned keys[kItems];
    float values[kItems];
    int start = blockIdx.x * kTile;
    int valid = min(kTile, n - start);
    LoadKeys(temp.loadKeys).Load(keysIn + start, keys, valid, 0xffffffffu);
    __syncthreads();
    LoadValues(temp.loadValues).Load(valuesIn + start, values, valid, 0.0f);
    __syncthreads();
    Sort(temp.sort).Sort(keys, values);
    __syncthreads();
    StoreKeys(temp.storeKeys).Store(keysOut + start, keys, valid);
    StoreValues().Store(valuesOut + start, values, valid);
}
