extern "C" __global__ void shared_volatile_relay(const int *in, int *prefix)
{
    __shared__ int carry[4];
    __shared__ volatile int posted[4];
    int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    if (t < 4)
        posted[t] = 0;
    __syncthreads();
    int x = in[blockIdx.x * 128 + t];
    for (int d = 1; d < 32; d *= 2) {
        int y = __shfl_up_sync(~0u, x, d);
        x += lane >= d ? y : 0;
    }
    int before = 0;
    if (warp > 0) {
        while (!posted[warp - 1])
            ;
        __threadfence_block();
        before = carry[warp - 1];
    }
    x += before;
    if (lane == 31) {
        carry[warp] = x;
        __threadfence_block();
        posted[warp] = 1;
    }
    prefix[blockIdx.x * 128 + t] = x;
}
