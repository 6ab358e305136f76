// Inclusive sums that restart at each head flag, by shuffles within the warp and carries between warps.
#define BLOCK 96

__global__ void segmented_scan(const int *in, const unsigned char *head, int *out, int n)
{
    __shared__ int tail[BLOCK / 32];
    __shared__ bool broken[BLOCK / 32];
    int t = threadIdx.x, lane = t & 31, w = t >> 5, i = blockIdx.x * BLOCK + t;
    int x = i < n ? in[i] : 0;
    bool start = t == 0 || (i < n && head[i] == 0);
    unsigned heads = __ballot_sync(0xffffffffu, start);
    unsigned upto = heads & (0xffffffffu >> (31 - lane));
    int first = upto ? 31 - __clz(upto) : 0;
    for (int d = 1; d < 32; d *= 2) {
        int y = __shfl_up_sync(0xffffffffu, x, d);
        if (lane - d >= first)
            x += y;
    }
    if (lane == 31) {
        tail[w] = x;
        broken[w] = heads != 0;
    }
    __syncthreads();
    if (upto == 0)
        for (int k = w - 1; k >= 0; k--) {
            x += tail[k];
            if (broken[k])
                break;
        }
    if (i < n)
        out[i] = x;
}
