// C = A B where A is m x 32, B is 32 x n, all stored by rows; sums in double precision.
#include <stddef.h>

void multiply(const float *a, const float *b, float *c, int m, int n)
{
    enum { K = 32 };
#pragma omp parallel for
    for (int row = 0; row < m; row++)
        for (int column = 0; column < n; column++) {
            double sum = 0;
            for (int k = 0; k < K; k++)
                sum += (double)a[(size_t)row * K + k] * b[(size_t)k * n + column];
            c[(size_t)row * n + column] = (float)sum;
        }
}
