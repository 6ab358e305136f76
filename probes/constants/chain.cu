// A chain through constant memory: each word holds its own offset, so that a lane reads the same word again and again and
// nothing but the load is in the chain. The lanes of a warp are spread over `words` words.
//
// Launch: one block a multiprocessor; rounds is a multiple of UNROLLED; out has an element for each thread.
#define UNROLLED 64

__constant__ unsigned offsets[1024]; // offsets[k] is 4 k

extern "C" __global__ void follow(unsigned *out, int words, int rounds)
{
    unsigned first = threadIdx.x % words * 16 * 4, at = first;
    for (int round = 0; round < rounds; round += UNROLLED) {
#pragma unroll
        for (int k = 0; k < UNROLLED; k++)
            at = *(const unsigned *)((const char *)offsets + at);
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = at == first;
}
