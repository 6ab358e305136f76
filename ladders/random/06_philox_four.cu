// All four words of a counter are used: a quarter of the arithmetic. But a thread now stores four neighbouring floats one by
// one, and the lanes of each store are 16 bytes apart: 16 sectors a request, each written four times in part.
//
// Launch: a thread for each four numbers.
__device__ uint4 philox(uint4 counter, uint2 key)
{
    for (int round = 0; round < 10; round++) {
        unsigned high0 = __umulhi(0xd2511f53u, counter.x), low0 = 0xd2511f53u * counter.x;
        unsigned high1 = __umulhi(0xcd9e8d57u, counter.z), low1 = 0xcd9e8d57u * counter.z;
        counter = make_uint4(high1 ^ counter.y ^ key.x, low1, high0 ^ counter.w ^ key.y, low0);
        key.x += 0x9e3779b9u;
        key.y += 0xbb67ae85u;
    }
    return counter;
}

__global__ void philox_four(float *out, long n, unsigned long long seed)
{
    long block = (long)blockIdx.x * blockDim.x + threadIdx.x;
    long i = 4 * block;
    if (i >= n)
        return;
    uint4 word = philox(make_uint4((unsigned)block, (unsigned)(block >> 32), 0, 0), make_uint2((unsigned)seed, (unsigned)(seed >> 32)));
    out[i] = (word.x >> 8) * 0x1p-24f;
    if (i + 1 < n)
        out[i + 1] = (word.y >> 8) * 0x1p-24f;
    if (i + 2 < n)
        out[i + 2] = (word.z >> 8) * 0x1p-24f;
    if (i + 3 < n)
        out[i + 3] = (word.w >> 8) * 0x1p-24f;
}
