// A generator without state: points 4 i to 4 i + 3 are the four words that Philox4x32-10 makes of the counter i. Now the result depends on
// the seed and on nothing else, not on how many threads there are: every launch gives the same pi, to the last digit. Ten
// rounds of wide multiplications for four points cost more than four steps of xorwow: this is the price.
//
// Launch: 256 threads a block, enough blocks to fill the GPU. inner[0] is 0 before.
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

__global__ void pi_philox(unsigned long long *inner, long points, unsigned long long seed)
{
    long thread = (long)blockIdx.x * blockDim.x + threadIdx.x, threads = (long)gridDim.x * blockDim.x;
    uint2 key = make_uint2((unsigned)seed, (unsigned)(seed >> 32));
    unsigned inside = 0;
    for (long i = thread; 4 * i < points; i += threads) {
        uint4 word = philox(make_uint4((unsigned)i, (unsigned)(i >> 32), 0, 0), key);
        inside += is_inside(word.x);
        if (4 * i + 3 < points) {
            inside += is_inside(word.y) + is_inside(word.z) + is_inside(word.w);
        } else { // the last ones
            inside += 4 * i + 1 < points && is_inside(word.y);
            inside += 4 * i + 2 < points && is_inside(word.z);
        }
    }
    inside = block_sum(inside);
    if (threadIdx.x == 0)
        atomicAdd(inner, (unsigned long long)inside);
}
