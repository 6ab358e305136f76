// One uniform number in place of lambda + 1: adding up the probabilities of 0, 1, 2, … events until the sum passes it. A counter serves
// four numbers again. But every lane walks the same list of probabilities, computing it anew, with a division a
// step, and again the warp waits for the lane that walks farthest. Summing from 0 also limits lambda to about 700.
//
// Number i uses word i % 4 of the counter i / 4.
//
// Launch: a thread for each four numbers.
__device__ uint4 philox(uint4 counter, uint2 key)
{
    for (int round = 0; round < 10; round++) {
        unsigned high0 = __umulhi(0xd2511f53u, counter.x), low0 = 0xd2511f53u * counter.x;
        unsigned high1 = __umulhi(0xcd9e8d57u, counter.z), low1 = 0xcd9e8d57u * counter.z;
        counter = make_uint4(high1 ^ counter.y ^ key.x, low1, high0 ^ counter.w ^ key.y, low0);
        key.x += 0x9e3779b9u;
        key.y += 0xbb67ae85u;
    }
    return counter;
}

__device__ unsigned events_of(unsigned word, double lambda)
{
    double u = (word + 0.5) * 0x1p-32;
    double probability = exp(-lambda), sum = probability;
    unsigned events = 0;
    while (u > sum && probability > 0x1p-80) { // rounding may keep the sum below 1: the second condition ends the walk
        events++;
        probability *= lambda / events;
        sum += probability;
    }
    return events;
}

__global__ void poisson_inversion(unsigned *out, long n, unsigned long long seed, double lambda)
{
    long block = (long)blockIdx.x * blockDim.x + threadIdx.x;
    long i = 4 * block;
    if (i >= n)
        return;
    uint4 word = philox(make_uint4((unsigned)block, (unsigned)(block >> 32), 0, 0), make_uint2((unsigned)seed, (unsigned)(seed >> 32)));
    uint4 events = make_uint4(events_of(word.x, lambda), events_of(word.y, lambda), events_of(word.z, lambda), events_of(word.w, lambda));
    if (i + 3 < n) {
        *(uint4 *)&out[i] = events;
    } else {
        out[i] = events.x;
        if (i + 1 < n)
            out[i + 1] = events.y;
        if (i + 2 < n)
            out[i + 2] = events.z;
    }
}
