// Naive matrix product, one element a thread; matmul.cl is the same in OpenCL C.
extern "C" __global__ void matmul(int n, const float *a, const float *b, float *c)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || column >= n)
        return;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}
