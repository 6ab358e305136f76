// Poisson numbers, how many events happen in a time in which `lambda` are to be expected, by counting: waiting times are
// drawn until their sum passes the time. Sums of logarithms are products of uniform numbers, so uniform numbers are
// multiplied until the product falls below exp(-lambda). It takes lambda + 1 draws on average and a different number in each lane: a
// warp goes on until its unluckiest lane is done. Draw k for number i is word k % 4 of the counter {k / 4, 0, i, i >> 32}.
// For lambda up to 700, where exp(-lambda) is still a number.
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

__global__ void poisson_product(unsigned *out, long n, unsigned long long seed, double lambda)
{
    long i = (long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    uint2 key = make_uint2((unsigned)seed, (unsigned)(seed >> 32));
    double limit = exp(-lambda), product = 1;
    uint4 word = make_uint4(0, 0, 0, 0);
    unsigned events = 0;
    for (unsigned k = 0;; k++) {
        if (k % 4 == 0)
            word = philox(make_uint4(k / 4, 0, (unsigned)i, (unsigned)(i >> 32)), key);
        product *= (word.x + 0.5) * 0x1p-32;
        if (product <= limit)
            break;
        events++;
        word = make_uint4(word.y, word.z, word.w, 0);
    }
    out[i] = events;
}
