// The work between the transfers: a chain of multiply-adds on each element, long enough to take about as long as moving the
// element over the bus and back.
//
// Launch: 256 threads a block, n threads in all.
__global__ void compute(const float *in, float *out, int n, int rounds)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= n)
        return;
    float x = in[k];
    for (int round = 0; round < rounds; round++)
        x = fmaf(x, 0.5f, 1.0f);
    out[k] = x;
}
