// Single-pass inclusive scan with decoupled look-back. state: flag in the upper half, value in the lower.
#define TILE 128
#define HAS_TOTAL (1ULL << 32)
#define HAS_PREFIX (2ULL << 32)

__device__ unsigned look_back(unsigned long long *state, int p)
{
    unsigned before = 0;
    for (;; p--) {
        unsigned long long s;
        do
            s = atomicAdd(&state[p], 0ULL);
        while (s >> 32 == 0);
        before += (unsigned)s;
        if (s & HAS_PREFIX)
            return before;
    }
}

__global__ void lookback_scan(const unsigned *in, unsigned *out, unsigned long long *state, unsigned *ticket, int n)
{
    __shared__ unsigned warp_sum[TILE / 32], tile, prefix;
    int t = threadIdx.x, lane = t & 31, w = t >> 5;
    if (t == 0)
        tile = atomicAdd(ticket, 1u);
    __syncthreads();
    unsigned id = tile;
    int i = id * TILE + t;
    unsigned x = i < n ? in[i] : 0;
    for (int d = 1; d < 32; d *= 2) {
        unsigned y = __shfl_up_sync(0xffffffffu, x, d);
        if (lane >= d)
            x += y;
    }
    if (lane == 31)
        warp_sum[w] = x;
    __syncthreads();
    for (int k = 0; k < w; k++)
        x += warp_sum[k];
    if (t == TILE - 1) {
        unsigned before = 0;
        if (id > 0) {
            atomicExch(&state[id], HAS_TOTAL | x);
            before = look_back(state, (int)id - 1);
        }
        atomicExch(&state[id], HAS_PREFIX | (before + x));
        prefix = before;
    }
    __syncthreads();
    if (i < n)
        out[i] = prefix + x;
}
