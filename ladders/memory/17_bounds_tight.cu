// How 32 values of a thread resemble themselves, shifted by 0 to 31 places: the values are in registers, 32 of them
// and some more. The launch bounds ask for eight blocks of 256 threads on a multiprocessor, all it can hold, and that
// leaves 32 registers a thread: the compiler keeps the rest in local memory. It reports these spills (nvcc -Xptxas
// -v, or warpgrind's resource report); they are not in the PTX, so the simulator does not count them; its model
// of the time has them.
//
// Launch: a thread for each ITEMS elements; element k of thread t is in[k * threads + t].
#define ITEMS 32
#define THREADS 256

__global__ void __launch_bounds__(THREADS, 8) bounds_tight(const float *in, int count, float *likeness)
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
