__device__ void waitFor(int *flag)
{
    if (threadIdx.x == 0) {
        while (atomicAdd(flag, 0) == 0)
            ;
        __threadfence();
    }
    __syncthreads();
}

__device__ void announce(int *flag)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicExch(flag, 1);
    }
}

extern "C" __global__ void relay_three_hops(const int *seed, int *first, int *second, int *flags, int *out)
{
    __shared__ int turn;
    int t = threadIdx.x;
    if (t == 0)
        turn = atomicAdd(&flags[2], 1);
    __syncthreads();
    if (turn == 0) {
        first[t] = seed[t] * 3;
        announce(&flags[0]);
    } else if (turn == 1) {
        waitFor(&flags[0]);
        second[t] = 5;
        announce(&flags[1]);
    } else {
        waitFor(&flags[1]);
        out[t] = first[31 - t] + second[t];
    }
}
