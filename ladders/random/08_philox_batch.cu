// Several counters a thread. A thread that computes four numbers and ends spends much of its life starting: its
// block must be placed, the ten keys derived from the seed, addresses computed. Here a thread computes PER_THREAD
// counters. Several are under way at a time, so that one's arithmetic fills the gaps of another's, and the keys are
// derived once for all of them. A block's numbers are neighbours in memory. What remains is the time to write them.
//
// out[4 * c + w] is word w of counter c under the key seed, its upper 24 bits as a fraction: 0 <= u < 1.
// Launch: THREADS threads a block, ceil(n / (4 * PER_THREAD * THREADS)) blocks.
#ifndef THREADS
#define THREADS 256
#endif
#ifndef PER_THREAD
#define PER_THREAD 16
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

__global__ void __launch_bounds__(THREADS) random_batch(float *out, long n, unsigned long long seed)
{
    long first = (long)blockIdx.x * (THREADS * PER_THREAD), i = first + threadIdx.x;
    if ((first + THREADS * PER_THREAD) * 4 <= n) {
#pragma unroll 8
        for (int j = 0; j < PER_THREAD; j++) {
            uint4 bits = philox(i + j * THREADS, seed);
            ((float4 *)out)[i + j * THREADS] =
                make_float4(uniform(bits.x), uniform(bits.y), uniform(bits.z), uniform(bits.w));
        }
    } else { // the block at the end of out
#pragma unroll 1
        for (; i * 4 < n; i += THREADS) {
            uint4 bits = philox(i, seed);
            float u[4] = {uniform(bits.x), uniform(bits.y), uniform(bits.z), uniform(bits.w)};
            for (int w = 0; w < 4; w++)
                if (i * 4 + w < n)
                    out[i * 4 + w] = u[w];
        }
    }
}
