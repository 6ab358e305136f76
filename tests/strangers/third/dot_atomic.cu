// dot product of two vectors
// *result is set to 0 before
__global__ void dot_atomic(const float *a, const float *b, float *result, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float product = a[i] * b[i];
        atomicAdd(result, product);
    }
}
