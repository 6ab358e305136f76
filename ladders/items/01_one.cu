// out = a x + y, a thread an element. Each load and store of a warp is four whole sectors: nothing is wasted, and yet a thread has only two loads on
// their way before it waits, and must be started, compute its index and compare it for 12 bytes.
//
// Launch: a thread an element.
__global__ void axpy_one(const float *__restrict__ x, const float *__restrict__ y, float *__restrict__ out, int n, float a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a * x[i] + y[i];
}
