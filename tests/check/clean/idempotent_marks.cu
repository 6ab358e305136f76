extern "C" __global__ void idempotent_marks(const int *item, unsigned *seen, int *dirty, int *highest, int *blockDistinct, int n)
{
    __shared__ unsigned local[7];
    if (threadIdx.x < 7)
        local[threadIdx.x] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int v = item[i];
        unsigned bit = 1u << (v & 31);
        atomicOr(&local[v >> 5], bit);
        if (!(atomicOr(&seen[v >> 5], bit) & bit))
            atomicExch(dirty, 1);
        if (atomicAdd(highest, 0) < v)
            atomicMax(highest, v);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        int distinct = 0;
        for (int w = 0; w < 7; ++w)
            distinct += __popc(local[w]);
        blockDistinct[blockIdx.x] = distinct;
    }
}
