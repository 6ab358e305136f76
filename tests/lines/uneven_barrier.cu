// One warp of eight does the block's serial part while the others wait for it at the barrier, round after round.
//
// warpgrind: --grid 528 --block 256
// warpgrind: -a in:f32[135168]=random -a out:f32[135168] -a rounds:i32=20
__global__ void uneven_barrier(const float *in, float *out, int rounds)
{
    __shared__ float values[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float mine = in[i];
    for (int round = 0; round < rounds; round++) {
        values[threadIdx.x] = mine;
        __syncthreads();
        if (threadIdx.x < 32) {
            float sum = 0;
            for (int k = 0; k < 8; k++)
                sum = sum * 0.5f + values[threadIdx.x + 32 * k];
            for (int k = 0; k < 100; k++)
                sum = sum * 0.9f + 0.1f;
            values[threadIdx.x] = sum;
        }
        __syncthreads(); // all but one warp wait here
        mine = mine * 0.5f + values[threadIdx.x % 32];
    }
    out[i] = mine;
}
