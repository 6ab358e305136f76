// Each thread counts its elements in 16 classes, in an array of its own. Registers have no addresses: an array that is indexed by something only known at
// run time goes to local memory, which is global memory by another name. It is laid out so that lanes with the same index are neighbours; here
// the indices differ, and each count is a load and a store of up to 32 sectors, through the first-level cache.
//
// Launch: a thread for each ITEMS elements; element k of thread t is in[k * threads + t].
#define ITEMS 64
#define CLASSES 16

__global__ void private_indexed(const float *in, int count, unsigned *histogram)
{
    int threads = (count + ITEMS - 1) / ITEMS, t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= threads)
        return;
    unsigned counts[CLASSES] = {};
    for (int k = 0; k < ITEMS; k++) {
        int i = k * threads + t;
        if (i < count)
            counts[min((int)(in[i] * CLASSES), CLASSES - 1)]++;
    }
    for (int c = 0; c < CLASSES; c++)
        histogram[c * threads + t] = counts[c];
}
