// y = A x, A in CSR. Part of the conjugate-gradient solver for the network-flow problem:
// most nodes have a dozen neighbours, the hubs have some hundred.
extern "C" __global__ void csr_spmv(int rows, const int *__restrict__ row_ptr, const int *__restrict__ col,
                                    const float *__restrict__ val, const float *__restrict__ x, float *__restrict__ y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) {
        float sum = 0.0f;
        int begin = row_ptr[row];
        int end = row_ptr[row + 1];
        for (int j = begin; j < end; j++)
            sum += val[j] * x[col[j]];
        y[row] = sum;
    }
}
