// Chains of texture fetches: where the next one goes is what the one before it brought. Every texel holds 0, so that lanes stay where they are and all
// is in the cache after the first fetch.
//
// Launch: rounds is a multiple of UNROLLED; out has an element for each thread.
#define UNROLLED 32

extern "C" __global__ void fetch(cudaTextureObject_t image, unsigned *out, int rounds)
{
    float x = threadIdx.x % 32 + 0.5f, moved = 0;
    for (int round = 0; round < rounds; round += UNROLLED) {
#pragma unroll
        for (int k = 0; k < UNROLLED; k++)
            moved = tex2D<float>(image, x + moved, 0.5f);
    }
    out[(size_t)blockIdx.x * blockDim.x + threadIdx.x] = moved == 0;
}
