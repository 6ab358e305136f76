// Persistent warps take 32 items at a time from a global counter.
__device__ unsigned collatz(unsigned x)
{
    unsigned steps = 0;
    while (x > 1 && steps < 200) {
        x = x & 1 ? 3 * x + 1 : x / 2;
        steps++;
    }
    return steps;
}

__global__ void collatz_queue(const unsigned *start, unsigned *steps, unsigned *next, unsigned n)
{
    unsigned lane = threadIdx.x & 31;
    for (;;) {
        unsigned base;
        if (lane == 0)
            base = atomicAdd(next, 32u);
        base = __shfl_sync(0xffffffffu, base, 0);
        if (base >= n)
            break;
        if (base + lane < n)
            steps[base + lane] = collatz(start[base + lane]);
    }
}
