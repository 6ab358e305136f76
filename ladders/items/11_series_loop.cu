// Now a kernel that computes: the sum of y x^k over TERMS terms. As it is written, each term is a multiply-add, a step of the counter, a comparison and a branch.
//
// Launch: a thread an element.
#define TERMS 256

__global__ void series_loop(const float *__restrict__ x, const float *__restrict__ y, float *__restrict__ out, int n, float a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = a, factor = 0.5f * x[i], start = y[i];
#pragma unroll 1
    for (int k = 0; k < TERMS; k++)
        sum = sum * factor + start;
    out[i] = sum;
}
