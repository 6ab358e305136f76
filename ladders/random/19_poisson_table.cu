// The sums of the probabilities are computed once a block, into a table in shared memory, as 32-bit fractions that compare with
// the random word as it is. A number is then found by halving: the same ten steps in every lane, whatever comes out, no
// division and no doubles. Blocks that go through many numbers each make the table cheap.
//
// The table begins at the first number of events that matters, so lambda may be large: it has to hold the 12 or so deviations
// around lambda where all the probability is, which 1024 entries do for lambda up to 1800.
//
// Number i uses word i % 4 of the counter i / 4.
//
// Launch: 256 threads a block, any number of blocks.
#define ENTRIES 1024

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

// table[k]: the probability of at most `first` + k events, times 2^32 and less one
__device__ void make_table(unsigned *table, double *sum, unsigned first, double lambda)
{
    for (unsigned k = threadIdx.x; k < ENTRIES; k += blockDim.x)
        sum[k] = exp((first + k) * log(lambda) - lambda - lgamma(first + k + 1.0));
    for (unsigned reach = 1; reach < ENTRIES; reach *= 2) { // running sums: each round adds those of `reach` entries before
        double before[ENTRIES / 256];
        __syncthreads();
        for (unsigned j = 0; j < ENTRIES / 256; j++) {
            unsigned k = threadIdx.x + j * 256;
            before[j] = k >= reach ? sum[k - reach] : 0;
        }
        __syncthreads();
        for (unsigned j = 0; j < ENTRIES / 256; j++)
            sum[threadIdx.x + j * 256] += before[j];
    }
    __syncthreads();
    for (unsigned k = threadIdx.x; k < ENTRIES; k += blockDim.x)
        table[k] = (unsigned)(fmin(sum[k], 1.0) * 0x1.fffffffep+31);
    __syncthreads();
}

// How many entries lie below the word
__device__ unsigned look_up(const unsigned *table, unsigned word)
{
    unsigned below = 0;
    for (unsigned step = ENTRIES / 2; step > 0; step /= 2)
        if (table[below + step - 1] < word)
            below += step;
    return below;
}

__global__ void __launch_bounds__(256) poisson_table(unsigned *out, long n, unsigned long long seed, double lambda)
{
    __shared__ double sum[ENTRIES];
    __shared__ unsigned table[ENTRIES];
    unsigned first = (unsigned)fmax(lambda - 12 * sqrt(lambda) - 12, 0.0);
    make_table(table, sum, first, lambda);

    uint2 key = make_uint2((unsigned)seed, (unsigned)(seed >> 32));
    long blocks = (n + 3) / 4;
    for (long block = (long)blockIdx.x * 256 + threadIdx.x; block < blocks; block += (long)gridDim.x * 256) {
        long i = 4 * block;
        uint4 word = philox(make_uint4((unsigned)block, (unsigned)(block >> 32), 0, 0), key);
        uint4 events = make_uint4(first + look_up(table, word.x), first + look_up(table, word.y), first + look_up(table, word.z),
                                  first + look_up(table, word.w));
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
}
