struct CsrMatrix {
    const int *row_ptr;
    const int *cols;
    const float *vals;
};

__device__ void scatter_row(const CsrMatrix &m, int row, float scale, float *y)
{
    for (int k = m.row_ptr[row]; k < m.row_ptr[row + 1]; k++)
        y[m.cols[k]] += scale * m.vals[k];  //! race
}

__global__ void csr_t_mv(const int *row_ptr, const int *cols, const float *vals, const float *x, float *y, int rows)
{
    CsrMatrix m = {row_ptr, cols, vals};
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows && x[row] != 0.0f)
        scatter_row(m, row, x[row], y);
}
