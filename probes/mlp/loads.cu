// A sum over a large array. Each thread asks for LOADS vectors of LANES floats before it needs the first of them: that many
// requests of every warp are under way at once. Memory answers after several hundred nanoseconds whatever is asked;
// what arrives in that time is what was in flight (Little's law: bandwidth x latency = bytes in flight), so few warps with
// many wide loads move as much as many warps with one.
//
// A copy stores what it has loaded; nothing waits for that.
//
// Launch: 128 threads a block, `threads` in all, as many as the occupancy in question needs; out has an element for each, of a copy n.
#ifndef LOADS
#define LOADS 4
#endif
#ifndef LANES
#define LANES 1
#endif

#if LANES == 1
typedef float vector;
__device__ static float sum_of(float v)
{
    return v;
}
#elif LANES == 2
typedef float2 vector;
__device__ static float sum_of(float2 v)
{
    return v.x + v.y;
}
#else
typedef float4 vector;
__device__ static float sum_of(float4 v)
{
    return (v.x + v.y) + (v.z + v.w);
}
#endif

// The bounds give the compiler all registers it wants: with fewer it would wait for some loads before it asks for others.
__global__ __launch_bounds__(128, 1) void sum_array(const float *in, float *out, int n, int threads)
{
    const vector *vectors = (const vector *)in;
    int count = n / LANES;
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    int k = thread;
#pragma unroll 1 // LOADS of them, and no more
    for (; k < count - (LOADS - 1) * threads; k += LOADS * threads) {
        vector v[LOADS];
#pragma unroll
        for (int j = 0; j < LOADS; j++)
            v[j] = vectors[k + j * threads];
#pragma unroll
        for (int j = LOADS - 1; j >= 0; j--)
            sum += sum_of(v[j]);
    }
    for (; k < count; k += threads)
        sum += sum_of(vectors[k]);
    k = count * LANES + thread; // less than a vector is left
    if (k < n)
        sum += in[k];
    out[thread] = sum;
}

__global__ __launch_bounds__(128, 1) void copy_array(const float *in, float *out, int n, int threads)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
    for (; k < n - (LOADS - 1) * threads; k += LOADS * threads) {
        float v[LOADS];
#pragma unroll
        for (int j = 0; j < LOADS; j++)
            v[j] = in[k + j * threads];
#pragma unroll
        for (int j = LOADS - 1; j >= 0; j--)
            out[k + j * threads] = v[j];
    }
    for (; k < n; k += threads)
        out[k] = in[k];
}
