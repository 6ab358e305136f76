// The nearest of all codes of 256 bits to each probe, by bits that differ; the codes pass through shared memory.
//
// Launch: 192 threads a block, a thread a probe.
#define TILE 128

__device__ int differing(uint4 a, uint4 b)
{
    return __popc(a.x ^ b.x) + __popc(a.y ^ b.y) + __popc(a.z ^ b.z) + __popc(a.w ^ b.w);
}

__global__ void hamming(const uint4 *probes, const uint4 *codes, int *nearest, int *distance, int probe_count,
                        int code_count)
{
    __shared__ uint4 tile[TILE * 2];
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    uint4 low = make_uint4(0, 0, 0, 0), high = low;
    if (p < probe_count) {
        low = probes[2 * p];
        high = probes[2 * p + 1];
    }
    int best = 257, best_code = -1;
    for (int first = 0; first < code_count; first += TILE) {
        int here = min(TILE, code_count - first);
        __syncthreads();
        for (int i = threadIdx.x; i < here * 2; i += blockDim.x)
            tile[i] = codes[2 * first + i];
        __syncthreads();
        for (int c = 0; c < here; c++) {
            int d = differing(low, tile[2 * c]) + differing(high, tile[2 * c + 1]);
            if (d < best) {
                best = d;
                best_code = first + c;
            }
        }
    }
    if (p < probe_count) {
        nearest[p] = best_code;
        distance[p] = best;
    }
}
