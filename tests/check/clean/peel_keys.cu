// Sums weights by key; a warp peels off one key after the other until no lane is left.
__device__ float group_sum(unsigned mask, float v)
{
    float s = 0.0f;
    for (unsigned rest = mask; rest; rest &= rest - 1)
        s += __shfl_sync(mask, v, __ffs(rest) - 1);
    return s;
}

__global__ void peel_keys(const int *key, const float *weight, float *total, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    unsigned todo = __ballot_sync(0xffffffffu, i < n);
    if (i >= n)
        return;
    int mine = key[i];
    for (;;) {
        int leader = __ffs(todo) - 1;
        int k = __shfl_sync(todo, mine, leader);
        unsigned same = __ballot_sync(todo, mine == k);
        if (mine == k) {
            float s = group_sum(same, weight[i]);
            if (lane == leader)
                atomicAdd(&total[k], s);
            break;
        }
        todo &= ~same;
    }
}
