// Pointers that might overlap: for all the compiler knows, the store of a result changes the coefficients, so it loads them again for each
// element, and never loads the next element before the store of this one.
//
// Launch: a thread for each ITEMS elements, a block's threads side by side.
#define ITEMS 8

__global__ void alias_plain(const float *in, float *out, int count, const float *coefficient)
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
