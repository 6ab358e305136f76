// Odd-even transposition sort of each group of 32 keys, in place in the output.
extern "C" __global__ void syncwarp_global_exchange(const int *keys, int *sorted, int n)
{
    int lane = threadIdx.x & 31;
    int base = blockIdx.x * blockDim.x + (threadIdx.x & ~31);
    int count = min(32, n - base);
    if (count <= 0)
        return;
    int *group = sorted + base;
    if (lane < count)
        group[lane] = keys[base + lane];
    __syncwarp();
    for (int round = 0; round < count; ++round) {
        int left = 2 * lane + (round & 1);
        if (left + 1 < count) {
            int a = group[left], b = group[left + 1];
            if (a > b) {
                group[left] = b;
                group[left + 1] = a;
            }
        }
        __syncwarp();
    }
}
