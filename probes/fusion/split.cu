// The same two steps, each a kernel: the intermediate result is written to global memory and read again, and the input is
// read twice. 20 bytes of traffic an element, two launches.
//
// Launch: 256 threads a block, n threads in all; shade, then blend.
__global__ void shade(const float *in, float *shaded, int n)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= n)
        return;
    float x = in[k];
    shaded[k] = fmaf(x, fmaf(x, -0.5f, 1.25f), 0.125f);
}

__global__ void blend(const float *in, const float *shaded, float *out, int n)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < n)
        out[k] = fmaf(shaded[k], 0.75f, 0.25f * in[k]);
}
