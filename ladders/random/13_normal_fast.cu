// The same with the special-function unit: __logf and __sincosf are one or two instructions each where logf and sincospif are
// dozens. They are good to about 2^-21, which nobody sees in a random number, save where the logarithm is next to zero: it may come out
// on the wrong side, so it is held there before the square root.
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

__device__ float2 box_muller(unsigned first, unsigned second)
{
    float u = fmaf((float)first, 0x1p-32f, 0x1p-33f);
    float angle = 0x1.921fb6p-30f * (int)second; // from -pi to pi, where __sincosf is at its best
    float radius = sqrtf(fmaxf(-2 * __logf(u), 0));
    float sine, cosine;
    __sincosf(angle, &sine, &cosine);
    return make_float2(radius * cosine, radius * sine);
}

__global__ void normal_fast(float *out, long n, unsigned long long seed)
{
    long block = (long)blockIdx.x * blockDim.x + threadIdx.x;
    long i = 4 * block;
    if (i >= n)
        return;
    uint4 word = philox(make_uint4((unsigned)block, (unsigned)(block >> 32), 0, 0), make_uint2((unsigned)seed, (unsigned)(seed >> 32)));
    float2 a = box_muller(word.x, word.y), b = box_muller(word.z, word.w);
    if (i + 3 < n) {
        *(float4 *)&out[i] = make_float4(a.x, a.y, b.x, b.y);
    } else {
        out[i] = a.x;
        if (i + 1 < n)
            out[i + 1] = a.y;
        if (i + 2 < n)
            out[i + 2] = b.x;
    }
}
