// Values that all threads read: the coefficients of a polynomial of TERMS terms, in global memory. Each multiplication-addition needs a load, which
// all lanes make at the same address: one sector a request, but a request all the same, and the first-level cache takes one at a time.
//
// Launch: a thread an element.
#define TERMS 64

__global__ void uniform_global(const float *in, float *out, int count, const float *coefficient)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float x = in[i], sum = 0;
#pragma unroll
    for (int k = 0; k < TERMS; k++)
        sum = sum * x + coefficient[k];
    out[i] = sum;
}
