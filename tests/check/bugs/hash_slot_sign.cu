struct Table {
    int *count;
    int buckets;

    __device__ int slot(int key) const
    {
        int mixed = key * 40503 + (key >> 7);
        return mixed % buckets;
    }
    __device__ void add(int key)
    {
        atomicAdd(&count[slot(key)], 1); //! bounds
    }
};

__global__ void count_keys(const int *keys, int *count, int n, int buckets)
{
    Table table = {count, buckets};
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        table.add(keys[i]);
}
