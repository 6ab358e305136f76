using Word = unsigned long long;
enum : Word { kAggregate = 1ull << 32, kPrefix = 2ull << 32 };

__device__ Word look(const Word *state, int tile)
{
    return tile >= 0 ? *(const volatile Word *)(state + tile) : (Word)kPrefix;
}

__device__ void post(Word *state, Word kind, int value)
{
    *(volatile Word *)state = kind | (unsigned)value;
}

extern "C" __global__ void lookback_packed_window(const int *in, int *out, Word *state, unsigned *ticket, int n)
{
    __shared__ int warpTotal[4];
    __shared__ int exclusive;
    __shared__ unsigned tileId;
    if (threadIdx.x == 0)
        tileId = atomicAdd(ticket, 1u);
    __syncthreads();
    int tile = tileId, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int i = tile * 128 + threadIdx.x;
    int sum = i < n ? in[i] : 0;
    for (int d = 1; d < 32; d <<= 1) {
        int up = __shfl_up_sync(~0u, sum, d);
        if (lane >= d) sum += up;
    }
    if (lane == 31) warpTotal[warp] = sum;
    __syncthreads();
    int total = 0, before = 0;
    for (int w = 0; w < 4; ++w) {
        if (w < warp) before += warpTotal[w];
        total += warpTotal[w];
    }
    if (warp == 0) {
        int running = 0;
        if (lane == 0)
            post(state + tile, tile == 0 ? kPrefix : kAggregate, total);
        for (int first = tile - 1; first >= 0; first -= 32) {
            Word w = look(state, first - lane);
            while (__any_sync(~0u, (w >> 32) == 0))
                w = look(state, first - lane);
            unsigned done = __ballot_sync(~0u, (w >> 32) == 2);
            int stop = done ? __ffs(done) - 1 : 31;
            running += __reduce_add_sync(~0u, lane <= stop ? (int)(unsigned)w : 0);
            if (done) break;
        }
        if (lane == 0) {
            if (tile > 0) post(state + tile, kPrefix, running + total);
            exclusive = running;
        }
    }
    __syncthreads();
    if (i < n)
        out[i] = exclusive + before + sum;
}
