// Bitonic sort of each block of 1024 keys in shared memory; a thread compares and exchanges one pair in each step.
//
// Launch: 512 threads a block, one block for each 1024 keys.
__global__ void bitonic(const unsigned *keys, unsigned *sorted, int count)
{
    __shared__ unsigned s[1024];
    int base = blockIdx.x * 1024;
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        s[i] = base + i < count ? keys[base + i] : 0xffffffff;
    __syncthreads();

    for (int size = 2; size <= 1024; size *= 2) {
        for (int stride = size / 2; stride > 0; stride /= 2) {
            int low = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            int high = low + stride;
            bool up = (low & size) == 0;
            unsigned a = s[low], b = s[high];
            if ((a > b) == up) {
                s[low] = b;
                s[high] = a;
            }
            __syncthreads();
        }
    }
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        if (base + i < count)
            sorted[base + i] = s[i];
}
