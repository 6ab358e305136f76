// No state at all: number i is word i % 4 of the counter i / 4, whatever thread computes it. Nothing to initialise, load or store,
// any part of the sequence can be had at once, and the result does not depend on the launch. One thread a number is the simplest
// form, and wasteful: four neighbours each compute the same four words and keep one.
//
// Launch: a thread a number.
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

__global__ void philox_one(float *out, long n, unsigned long long seed)
{
    long i = (long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    long block = i / 4;
    uint4 word = philox(make_uint4((unsigned)block, (unsigned)(block >> 32), 0, 0), make_uint2((unsigned)seed, (unsigned)(seed >> 32)));
    unsigned mine = i % 4 < 2 ? (i % 4 == 0 ? word.x : word.y) : (i % 4 == 2 ? word.z : word.w);
    out[i] = (mine >> 8) * 0x1p-24f;
}
