// Several elements a thread, the wrong way: four that follow one another. The lanes of a warp are 16 bytes apart, so each of the four loads touches all 16
// sectors of the warp's elements, where it uses a quarter of them; the first-level cache has to hold them until the other three come.
//
// Launch: a thread for each ITEMS elements.
#define ITEMS 4

__global__ void axpy_blocked(const float *__restrict__ x, const float *__restrict__ y, float *__restrict__ out, int n, float a)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * ITEMS;
#pragma unroll
    for (int k = 0; k < ITEMS; k++)
        if (first + k < n)
            out[first + k] = a * x[first + k] + y[first + k];
}
