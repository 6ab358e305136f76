struct Event {
    unsigned char kind;
    double stamp;
    short source;
};
static_assert(sizeof(Event) == 24, "with padding");

extern "C" __global__ void padded_event_bounce(const unsigned char *kind, const double *stamp, double *order, int *kinds, int n)
{
    __shared__ Event inbox[48];
    __shared__ __align__(8) unsigned char outbox[48 * sizeof(Event)];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    if (i < n) {
        inbox[t].kind = kind[i];
        inbox[t].stamp = stamp[i];
        inbox[t].source = (short)t;
    }
    __syncthreads();
    int count = min((int)blockDim.x, n - (int)(blockIdx.x * blockDim.x));
    constexpr int words = sizeof(Event) / sizeof(unsigned);
    const unsigned *from = reinterpret_cast<const unsigned *>(inbox);
    unsigned *to = reinterpret_cast<unsigned *>(outbox);
    for (int k = t; k < count * words; k += blockDim.x)
        to[(count - 1 - k / words) * words + k % words] = from[k];
    __syncthreads();
    if (i < n) {
        Event e;
        memcpy(&e, outbox + t * sizeof(Event), sizeof(Event));
        order[i] = e.stamp + e.source;
        kinds[i] = e.kind;
    }
}
