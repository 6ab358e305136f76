// The arrays in shared memory, which can be indexed: class c of thread t at [c][t], so that each thread has a bank to itself and no two lanes are
// ever in each other's way. A load and a store an element.
//
// Launch: 256 threads a block, each for ITEMS elements; element k of thread t is in[k * threads + t].
#define ITEMS 64
#define CLASSES 16
#define THREADS 256

__global__ void __launch_bounds__(THREADS) private_shared(const float *in, int count, unsigned *histogram)
{
    __shared__ unsigned counts[CLASSES][THREADS];
    int threads = (count + ITEMS - 1) / ITEMS, t = blockIdx.x * THREADS + threadIdx.x;
    if (t >= threads)
        return; // no barrier: each thread uses its own column only
    for (int c = 0; c < CLASSES; c++)
        counts[c][threadIdx.x] = 0;
    for (int k = 0; k < ITEMS; k++) {
        int i = k * threads + t;
        if (i < count)
            counts[min((int)(in[i] * CLASSES), CLASSES - 1)][threadIdx.x]++;
    }
    for (int c = 0; c < CLASSES; c++)
        histogram[c * threads + t] = counts[c][threadIdx.x];
}
