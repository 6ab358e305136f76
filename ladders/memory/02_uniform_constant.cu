// The same coefficients in constant memory. There is no load any more: an addition or multiplication takes one of its operands straight from
// the constant cache, as long as all lanes want the same one. 64 KB is all there is of it.
//
// Launch: a thread an element.
#define TERMS 64

__constant__ float constant_coefficient[TERMS];

__global__ void uniform_constant(const float *in, float *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float x = in[i], sum = 0;
#pragma unroll
    for (int k = 0; k < TERMS; k++)
        sum = sum * x + constant_coefficient[k];
    out[i] = sum;
}
