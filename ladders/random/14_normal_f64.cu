// Normally distributed doubles. The logarithm, the root, the sine and the cosine are long sequences of double-precision
// instructions, of which a multiprocessor does half as many as of single precision (and on most cards, a 32nd or a 64th).
//
// Launch: a thread for each two numbers.
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

__device__ double uniform(unsigned low, unsigned high)
{
    return (((unsigned long long)high << 32 | low) >> 11) * 0x1p-53 + 0x1p-54; // 0 < u <= 1
}

__global__ void normal_f64(double *out, long n, unsigned long long seed)
{
    long block = (long)blockIdx.x * blockDim.x + threadIdx.x;
    long i = 2 * block;
    if (i >= n)
        return;
    uint4 word = philox(make_uint4((unsigned)block, (unsigned)(block >> 32), 0, 0), make_uint2((unsigned)seed, (unsigned)(seed >> 32)));
    double radius = sqrt(-2 * log(uniform(word.x, word.y)));
    double sine, cosine;
    sincospi(2 * uniform(word.z, word.w), &sine, &cosine);
    if (i + 1 < n)
        *(double2 *)&out[i] = make_double2(radius * cosine, radius * sine);
    else
        out[i] = radius * cosine;
}
