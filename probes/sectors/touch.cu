// Loads or stores of one float each, neighbours `stride` floats apart, over `count` places again and again. What lies between
// them is left alone.
//
// Launch: 1024 threads a block; threads * turns is at least count; out has an element for each thread.
struct place {
    int at, step, count;
    __device__ place(int count) : count(count)
    {
        at = (blockIdx.x * blockDim.x + threadIdx.x) % count;
        step = gridDim.x * blockDim.x % count;
    }
    __device__ int next()
    {
        int now = at;
        at += step;
        at = at < count ? at : at - count;
        return now;
    }
};

extern "C" __global__ void store(volatile float *array, int stride, int count, int turns)
{
    place place(count);
#pragma unroll 4
    for (int turn = 0; turn < turns; turn++) {
        int at = place.next();
        array[(size_t)at * stride] = at;
    }
}

// Past the first-level cache. The array is all zeros.
extern "C" __global__ void load(const float *array, float *out, int stride, int count, int turns)
{
    place place(count);
    float sum = 0;
#pragma unroll 4
    for (int turn = 0; turn < turns; turn++) {
        float v;
        asm volatile("ld.global.cg.f32 %0, [%1];" : "=f"(v) : "l"(array + (size_t)place.next() * stride));
        sum += v + 1;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
