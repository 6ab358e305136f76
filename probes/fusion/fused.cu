// Both steps in one kernel: the intermediate result never leaves its register. 8 bytes of traffic an element, one launch.
//
// Launch: 256 threads a block, n threads in all.
__global__ void shade_and_blend(const float *in, float *out, int n)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= n)
        return;
    float x = in[k];
    float shaded = fmaf(x, fmaf(x, -0.5f, 1.25f), 0.125f);
    out[k] = fmaf(shaded, 0.75f, 0.25f * x);
}
