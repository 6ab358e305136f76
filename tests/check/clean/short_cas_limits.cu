__device__ bool takeOne(unsigned short *counter, unsigned short limit)
{
    unsigned short seen = *(volatile unsigned short *)counter;
    while (seen < limit) {
        unsigned short old = atomicCAS(counter, seen, (unsigned short)(seen + 1));
        if (old == seen)
            return true;
        seen = old;
    }
    return false;
}

extern "C" __global__ void short_cas_limits(const unsigned *who, unsigned short *used, unsigned char *admitted, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        admitted[i] = takeOne(&used[who[i]], (unsigned short)(5 + who[i]));
}
