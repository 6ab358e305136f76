// Philox4x32-10 (Salmon, Moraes, Dror and Shaw, 2011) as it suits a GPU: the four words that belong to a counter
// are computed in registers, without state in memory, and leave as one store of 16 bytes instead of four stores.
//
// out[4 * c + w] is word w of counter c under the key seed, its upper 24 bits as a fraction: 0 <= u < 1.
// Launch: THREADS threads a block, ceil(n / (4 * THREADS)) blocks.
#ifndef THREADS
#define THREADS 256
#endif

__device__ uint4 philox(unsigned long long counter, unsigned long long seed)
{
    uint4 c = make_uint4((unsigned)counter, (unsigned)(counter >> 32), 0, 0);
    unsigned key0 = (unsigned)seed, key1 = (unsigned)(seed >> 32);
#pragma unroll
    for (int round = 0; round < 10; round++) {
        unsigned long long p0 = 0xD2511F53ull * c.x, p1 = 0xCD9E8D57ull * c.z;
        c = make_uint4((unsigned)(p1 >> 32) ^ c.y ^ key0, (unsigned)p1, (unsigned)(p0 >> 32) ^ c.w ^ key1,
                       (unsigned)p0);
        key0 += 0x9E3779B9; // the golden ratio
        key1 += 0xBB67AE85; // the square root of 3, less 1
    }
    return c;
}

__device__ float uniform(unsigned bits)
{
    return (bits >> 8) * 0x1p-24f;
}

__global__ void __launch_bounds__(THREADS) random_vector(float *out, long n, unsigned long long seed)
{
    long i = (long)blockIdx.x * THREADS + threadIdx.x;
    uint4 bits = philox(i, seed);
    float u[4] = {uniform(bits.x), uniform(bits.y), uniform(bits.z), uniform(bits.w)};
    if (i * 4 + 4 <= n)
        ((float4 *)out)[i] = make_float4(u[0], u[1], u[2], u[3]);
    else
        for (int w = 0; w < 4; w++) // the end of out
            if (i * 4 + w < n)
                out[i * 4 + w] = u[w];
}
