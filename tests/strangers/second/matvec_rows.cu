// Exercise 3: y = A x. A is stored row by row, and every thread computes one entry of y.
extern "C" __global__ void matvec_rows(const float *a, const float *x, float *y, int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;

    float sum = 0.0f;
    for (int j = 0; j < cols; j++)
        sum += a[row * cols + j] * x[j];

    y[row] = sum;
}
