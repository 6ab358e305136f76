// One array becomes several, or several one: few reads among many writes, and the other way round. DRAM does one or the other at a
// time, and to turn around takes it time. A thread has four elements of each array, side by side.
//
// Launch: 256 threads a block, ceil(length / 4 / 256) blocks; length is a multiple of 4. `many` holds `streams` arrays, one after the other.
extern "C" __global__ void one_to_many(const float4 *one, float4 *many, int streams, int length)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= length / 4)
        return;
    float4 v = one[k];
    for (int s = 0; s < streams; s++)
        many[(size_t)s * (length / 4) + k] = v;
}

extern "C" __global__ void none_to_many(const float4 *one, float4 *many, int streams, int length)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    for (int s = 0; s < streams && k < length / 4; s++)
        many[(size_t)s * (length / 4) + k] = make_float4(1, 1, 1, 1);
}

extern "C" __global__ void many_to_one(float4 *one, const float4 *many, int streams, int length)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= length / 4)
        return;
    float4 sum = {};
#pragma unroll 4
    for (int s = 0; s < streams; s++) {
        float4 v = many[(size_t)s * (length / 4) + k];
        sum = make_float4(sum.x + v.x, sum.y + v.y, sum.z + v.z, sum.w + v.w);
    }
    one[k] = sum;
}

// The same with one element a thread.
extern "C" __global__ void one_to_many_words(const float *one, float *many, int streams, int length)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= length)
        return;
    float v = one[k];
    for (int s = 0; s < streams; s++)
        many[(size_t)s * length + k] = v;
}

extern "C" __global__ void none_to_many_words(const float *one, float *many, int streams, int length)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    for (int s = 0; s < streams && k < length; s++)
        many[(size_t)s * length + k] = 1;
}
