// Position of the largest element of each block: atomics are the only writers between two barriers.
__global__ void atomic_then_read(const unsigned *in, unsigned *where, unsigned *value, unsigned n)
{
    __shared__ unsigned best, first;
    unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (t == 0) {
        best = 0;
        first = 0xffffffffu;
    }
    __syncthreads();
    unsigned v = i < n ? in[i] : 0;
    atomicMax(&best, v);
    __syncthreads();
    if (i < n && v == best)
        atomicMin(&first, i);
    __syncthreads();
    if (t == blockDim.x - 1) {
        where[blockIdx.x] = first;
        value[blockIdx.x] = best;
    }
}
