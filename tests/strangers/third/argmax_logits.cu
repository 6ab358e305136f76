// Greedy sampling: index of the largest logit, one block per sequence of the batch
__global__ void __launch_bounds__(1024) argmax_logits(const float *__restrict__ logits, int *__restrict__ token, int vocab)
{
    const float *row = logits + (size_t)blockIdx.x * vocab;
    float best = -3e38f;
    int index = 0;
    for (int i = threadIdx.x; i < vocab; i += 1024) {
        const float v = row[i];
        if (v > best) {
            best = v;
            index = i;
        }
    }
    __shared__ float sv[32];
    __shared__ int si[32];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    for (int pass = 0; pass < 2; ++pass) {
        for (int o = 16; o; o >>= 1) {
            const float v = __shfl_down_sync(~0u, best, o);
            const int j = __shfl_down_sync(~0u, index, o);
            if (v > best || (v == best && j < index)) {
                best = v;
                index = j;
            }
        }
        if (lane == 0) {
            sv[warp] = best;
            si[warp] = index;
        }
        __syncthreads();
        best = sv[lane];
        index = si[lane];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        token[blockIdx.x] = index;
}
