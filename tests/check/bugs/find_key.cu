__device__ bool matches(const int *table, int i, int n, int key)
{
    return i < n && table[i] == key;
}

__global__ void find_key(const int *table, int *found, int *hits, int n, int key)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int match = matches(table, i, n, key);

    if (match)
        *found = i;  //! race

    int count = __syncthreads_count(match);
    if (threadIdx.x == 0 && count > 0)
        atomicAdd(hits, count);
}
