// A multiply-add, then a barrier, and again. Warps that arrive wait for the last of their block: the larger the block, the
// longer; and where one block is all there is on a multiprocessor, nothing else runs meanwhile.
//
// Launch: `group` threads a block, `blocks` blocks; out has an element for each thread.
#ifndef KIND
#define KIND 2
#endif

__global__ void barriers(float *out, int rounds, int group)
{
    float x = threadIdx.x;
#pragma unroll 8
    for (int round = 0; round < rounds; round++) {
        x = fmaf(x, 0.9995f, 0.5f);
#if KIND == 1
        __syncwarp(); // the threads of a warp only
#elif KIND == 2
        __syncthreads();
#endif
    }
    out[(size_t)blockIdx.x * group + threadIdx.x] = x;
}
