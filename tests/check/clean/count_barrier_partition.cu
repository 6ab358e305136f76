extern "C" __global__ void count_barrier_partition(const int *key, int *parted, int pivot)
{
    __shared__ int k[96];
    __shared__ int fill[2];
    int t = threadIdx.x, base = blockIdx.x * 96;
    int mine = key[base + t];
    k[t] = mine;
    if (t < 2)
        fill[t] = 0;
    int small = __syncthreads_count(mine < pivot);
    int other = k[95 - t];
    bool low = other < pivot;
    int at = (low ? 0 : small) + atomicAdd(&fill[low], 1);
    parted[base + at] = other;
    if (small > 48) {
        __syncthreads();
        parted[base + t] += k[t] - fill[0];
    }
}
