__device__ float row_dot(const int *cols, const float *vals, const float *x, int row, int rows, int width)
{
    float sum = 0.0f;
    for (int k = 0; k < width; k++) {
        int at = k * rows + row;
        sum += vals[at] * x[cols[at]];
    }
    return sum;
}

__global__ void ell_mv(const int *cols, const float *vals, const float *x, float *y, int rows, int width)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows)
        y[row] += row_dot(cols, vals, x, row, rows, width);  //! uninitialised
}
