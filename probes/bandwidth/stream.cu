// An array is read, written or copied over and over by all multiprocessors together, each of its vectors by another thread
// every time. Nothing is kept in the first-level caches: what answers is L2, as far as the array fits, and memory beyond.
//
// Launch: 1024 threads a block, `threads` in all; `count` vectors of 4 floats; out has an element for each thread. threads *
// turns is at least count; turns is a multiple of UNROLLED.
#define UNROLLED 4

__device__ static float4 load(const float4 *from)
{
    float4 v;
    asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(from));
    return v;
}

// Where a thread is in the array, and around it.
struct place {
    int at, step, count;
    __device__ place(int count) : count(count)
    {
        int threads = gridDim.x * blockDim.x;
        at = (blockIdx.x * blockDim.x + threadIdx.x) % count;
        step = threads % count;
    }
    __device__ int next()
    {
        int now = at;
        at += step;
        at = at < count ? at : at - count;
        return now;
    }
};

extern "C" __global__ void read_array(const float4 *array, float *out, int count, int turns)
{
    place place(count);
    float sum = 0;
    for (int turn = 0; turn < turns; turn += UNROLLED) {
        float4 v[UNROLLED];
#pragma unroll
        for (int k = 0; k < UNROLLED; k++)
            v[k] = load(&array[place.next()]);
#pragma unroll
        for (int k = 0; k < UNROLLED; k++)
            sum += (v[k].x + v[k].y) + (v[k].z + v[k].w);
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

extern "C" __global__ void write_array(float4 *array, int count, int turns)
{
    place place(count);
#pragma unroll 4
    for (int turn = 0; turn < turns; turn++)
        array[place.next()] = make_float4(2, 2, 2, 2);
}

// The second half becomes the first one's copy; count is that of a half.
extern "C" __global__ void copy_array(float4 *array, int count, int turns)
{
    place place(count);
    for (int turn = 0; turn < turns; turn += UNROLLED) {
        float4 v[UNROLLED];
        int at[UNROLLED];
#pragma unroll
        for (int k = 0; k < UNROLLED; k++)
            v[k] = load(&array[at[k] = place.next()]);
#pragma unroll
        for (int k = 0; k < UNROLLED; k++)
            array[count + at[k]] = v[k];
    }
}
