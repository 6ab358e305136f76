// What is stored stays in L2 until something else needs its place. A launch that only reads pays for that: it has to wait until what others left
// there is written. The more they left the longer it takes, up to what L2 lets stay unwritten.
//
// Launch: 1024 threads a block, `threads` in all. Arrays are read and written in vectors of 4 floats; out has an element for each thread.

extern "C" __global__ void read_array(const float4 *array, float *out, int count)
{
    float sum = 0;
#pragma unroll 4
    for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < count; k += gridDim.x * blockDim.x) {
        float4 v = array[k];
        sum += (v.x + v.y) + (v.z + v.w);
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

extern "C" __global__ void write_array(float4 *array, int count)
{
    for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < count; k += gridDim.x * blockDim.x)
        array[k] = make_float4(1, 1, 1, 1);
}

// Half of each sector of 32 bytes: the rest of it is missing when it has to go.
extern "C" __global__ void write_halves(float4 *array, int count)
{
    for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < count / 2; k += gridDim.x * blockDim.x)
        array[2 * k] = make_float4(1, 1, 1, 1);
}

// Until what was on its way when the launch before ended has arrived.
extern "C" __global__ void pause(int cycles)
{
    long long begin = clock64();
    while (clock64() - begin < cycles)
        ;
}
