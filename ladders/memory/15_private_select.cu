// Every index known when it is compiled: each element is compared with all 16 classes, in a loop that is unrolled, and the array is 16 registers.
// Two instructions a class and element are many, but none of them waits for memory.
//
// Launch: a thread for each ITEMS elements; element k of thread t is in[k * threads + t].
#define ITEMS 64
#define CLASSES 16

__global__ void private_select(const float *in, int count, unsigned *histogram)
{
    int threads = (count + ITEMS - 1) / ITEMS, t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= threads)
        return;
    unsigned counts[CLASSES] = {};
    for (int k = 0; k < ITEMS; k++) {
        int i = k * threads + t;
        int mine = i < count ? min((int)(in[i] * CLASSES), CLASSES - 1) : -1;
#pragma unroll
        for (int c = 0; c < CLASSES; c++)
            counts[c] += mine == c;
    }
#pragma unroll
    for (int c = 0; c < CLASSES; c++)
        histogram[c * threads + t] = counts[c];
}
