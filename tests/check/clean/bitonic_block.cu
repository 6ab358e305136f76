// Bitonic sort of 256 keys with 128 threads; steps within a warp's own 64 keys need no block barrier.
#define KEYS 256

__global__ void bitonic_block(const int *in, int *out, int n)
{
    __shared__ int s[KEYS];
    int t = threadIdx.x, base = blockIdx.x * KEYS;
    for (int k = t; k < KEYS; k += KEYS / 2)
        s[k] = base + k < n ? in[base + k] : 0x7fffffff;
    __syncthreads();
    for (int size = 2; size <= KEYS; size *= 2) {
        for (int stride = size / 2; stride > 0; stride /= 2) {
            int a = 2 * t - (t & (stride - 1)), b = a + stride;
            bool up = (a & size) == 0;
            int x = s[a], y = s[b];
            if ((x > y) == up) {
                s[a] = y;
                s[b] = x;
            }
            if (stride > 32 || stride == 1)
                __syncthreads();
            else
                __syncwarp();
        }
    }
    for (int k = t; k < KEYS; k += KEYS / 2)
        if (base + k < n)
            out[base + k] = s[k];
}
