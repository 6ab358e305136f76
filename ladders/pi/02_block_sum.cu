// As many blocks as the GPU can hold, in place of 56; and since there are then many more threads, their counts are summed within
// each block first, so that a block, not a thread, does one atomic addition. What holds it back are the instructions of
// a point: four draws, and the arithmetic and conversions of doubles, which run at half the rate of floats or less.
//
// Launch: 256 threads a block, enough blocks to fill the GPU. inner[0] is 0 before.
struct state {
    unsigned x, y, z, w, v, counter;
};

// Spreads a number over 64 bits (splitmix64): the states of neighbouring threads have nothing in common.
__device__ unsigned long long scramble(unsigned long long x)
{
    x += 0x9e3779b97f4a7c15ull;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return x ^ x >> 31;
}

__device__ state make_state(unsigned long long seed, long stream)
{
    unsigned long long a = scramble(scramble(seed) + 3ull * stream);
    unsigned long long b = scramble(scramble(seed) + 3ull * stream + 1);
    unsigned long long c = scramble(scramble(seed) + 3ull * stream + 2);
    state s;
    s.x = (unsigned)a;
    s.y = (unsigned)(a >> 32);
    s.z = (unsigned)b;
    s.w = (unsigned)(b >> 32);
    s.v = (unsigned)c | 1;
    s.counter = (unsigned)(c >> 32);
    return s;
}

// Marsaglia's xorwow
__device__ unsigned draw(state *s)
{
    unsigned t = s->x ^ s->x >> 2;
    s->x = s->y;
    s->y = s->z;
    s->z = s->w;
    s->w = s->v;
    s->v = s->v ^ s->v << 4 ^ t ^ t << 1;
    s->counter += 362437;
    return s->v + s->counter;
}

__device__ double coordinate(state *s)
{
    unsigned long long bits = (unsigned long long)draw(s) << 32;
    bits |= draw(s);
    return (bits >> 11) * 0x1p-52 - 1;
}

// The sum over the block in thread 0: within warps by shuffles, then over the warps.
__device__ unsigned block_sum(unsigned value)
{
    __shared__ unsigned of_warp[32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = (blockDim.x + 31) / 32;
    for (int reach = 16; reach > 0; reach /= 2)
        value += __shfl_down_sync(0xffffffff, value, reach);
    if (lane == 0)
        of_warp[warp] = value;
    __syncthreads();
    if (warp == 0) {
        value = lane < warps ? of_warp[lane] : 0;
        for (int reach = 16; reach > 0; reach /= 2)
            value += __shfl_down_sync(0xffffffff, value, reach);
    }
    return value;
}

__global__ void pi_block_sum(unsigned long long *inner, long points, unsigned long long seed)
{
    long thread = (long)blockIdx.x * blockDim.x + threadIdx.x, threads = (long)gridDim.x * blockDim.x;
    state s = make_state(seed, thread);
    unsigned inside = 0;
    for (long i = thread; i < points; i += threads) {
        double x = coordinate(&s), y = coordinate(&s);
        if (x * x + y * y < 1)
            inside++;
    }
    inside = block_sum(inside);
    if (threadIdx.x == 0)
        atomicAdd(inner, (unsigned long long)inside);
}
