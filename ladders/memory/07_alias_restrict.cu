// __restrict__ promises that nothing is reached through two of the pointers. The coefficients are loaded once, through the read-only cache, and the
// elements' loads can all be on their way at the same time.
//
// Launch: a thread for each ITEMS elements, a block's threads side by side.
#define ITEMS 8

__global__ void alias_restrict(const float *__restrict__ in, float *__restrict__ out, int count, const float *__restrict__ coefficient)
{
    int first = blockIdx.x * blockDim.x * ITEMS + threadIdx.x;
    if (first + (ITEMS - 1) * blockDim.x < count) {
#pragma unroll
        for (int k = 0; k < ITEMS; k++) {
            float x = in[first + k * blockDim.x];
            out[first + k * blockDim.x] = ((coefficient[0] * x + coefficient[1]) * x + coefficient[2]) * x + coefficient[3];
        }
    } else { // the last ones
        for (int i = first; i < count; i += blockDim.x) {
            float x = in[i];
            out[i] = ((coefficient[0] * x + coefficient[1]) * x + coefficient[2]) * x + coefficient[3];
        }
    }
}
