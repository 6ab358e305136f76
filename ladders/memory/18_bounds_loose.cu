// The bounds say how large a block is and nothing more: the compiler takes the registers it needs, nothing spills, and fewer warps fit. With
// so much independent arithmetic in each, they are enough.
//
// Launch: a thread for each ITEMS elements; element k of thread t is in[k * threads + t].
#define ITEMS 32
#define THREADS 256

__global__ void __launch_bounds__(THREADS) bounds_loose(const float *in, int count, float *likeness)
{
    int threads = (count + ITEMS - 1) / ITEMS, t = blockIdx.x * THREADS + threadIdx.x;
    if (t >= threads)
        return;
    float value[ITEMS];
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        int i = k * threads + t;
        value[k] = i < count ? in[i] : 0;
    }
#pragma unroll
    for (int shift = 0; shift < ITEMS; shift++) {
        float sum = 0;
#pragma unroll
        for (int k = 0; k < ITEMS; k++)
            sum += value[k] * value[(k + shift) % ITEMS];
        likeness[shift * threads + t] = sum;
    }
}
