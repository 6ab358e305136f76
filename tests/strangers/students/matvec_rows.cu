// Exercise 3: y = A x for a dense matrix that is stored row by row.
// Every thread takes one row and computes the dot product with x.
//
//     matvec_rows<<<(rows + 255) / 256, 256>>>(A, x, y, rows, cols);

extern "C" __global__ void matvec_rows(const float *A, const float *x, float *y, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;

    // the sum stays in a register, only the result goes to global memory
    float sum = 0.0f;
    for (int c = 0; c < cols; c++) {
        float a = A[(size_t)r * cols + c];
        sum += a * x[c];
    }

    y[r] = sum;
}
