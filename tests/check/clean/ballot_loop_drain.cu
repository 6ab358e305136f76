extern "C" __global__ void ballot_loop_drain(const int *start, int *steps, int *company, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned mask = __ballot_sync(0xffffffffu, i < n);
    if (i >= n)
        return;
    int v = start[i], count = 0, together = 0;
    for (;;) {
        bool more = v > 1;
        unsigned next = __ballot_sync(mask, more);
        if (!more)
            break;
        mask = next;
        v = v & 1 ? (v + 3) / 2 - 1 : v / 2;
        ++count;
        together += __popc(mask);
        __syncwarp(mask);
    }
    steps[i] = count;
    company[i] = together;
}
