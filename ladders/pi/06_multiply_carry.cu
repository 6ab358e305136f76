// The generator is most of the work, so a cheaper one: multiply-with-carry is a single wide multiply-add for each word, state = a * low half +
// high half, and the word is the exclusive or of the halves. Its period of 2^63 is no match for Philox's or xorwow's but
// far more than one thread uses. Four generators a thread take turns, so that a multiply-add does not wait for the one before it.
//
// Launch: 256 threads a block, enough blocks to fill the GPU. inner[0] is 0 before.
#define STREAMS 4

// Spreads a number over 64 bits (splitmix64): the states of neighbouring threads have nothing in common.
__device__ unsigned long long scramble(unsigned long long x)
{
    x += 0x9e3779b97f4a7c15ull;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return x ^ x >> 31;
}

__device__ unsigned draw(unsigned long long *state)
{
    unsigned low = (unsigned)*state, high = (unsigned)(*state >> 32);
    *state = low * 4294883355ull + high;
    return low ^ high;
}

__device__ unsigned is_inside(unsigned word)
{
    int x = (short)word, y = (int)word >> 16;
    return (unsigned)(x * x) + (unsigned)(y * y) < 1u << 30;
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

__global__ void pi_multiply_carry(unsigned long long *inner, long points, unsigned long long seed)
{
    long thread = (long)blockIdx.x * blockDim.x + threadIdx.x, threads = (long)gridDim.x * blockDim.x;
    unsigned long long state[STREAMS];
    for (int k = 0; k < STREAMS; k++) // below a * 2^32, and not 0: from there it goes round and round
        state[k] = (scramble(scramble(seed) + (unsigned long long)thread * STREAMS + k) >> 1) + 1;

    long mine = thread < points ? (points - thread - 1) / threads + 1 : 0;
    unsigned inside = 0;
    for (long rounds = mine / STREAMS; rounds > 0; rounds--)
        for (int k = 0; k < STREAMS; k++)
            inside += is_inside(draw(&state[k]));
    for (int k = 0; k < STREAMS - 1; k++)
        if (k < mine % STREAMS)
            inside += is_inside(draw(&state[k]));
    inside = block_sum(inside);
    if (threadIdx.x == 0)
        atomicAdd(inner, (unsigned long long)inside);
}
