// The definition, on one core: three loops. The innermost walks down a column of B, n floats a step, so that almost every load
// of B is a line of its own, and the additions wait for one another.
#include <stddef.h>

void matmul_simple(const float *a, const float *b, float *c, int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[(size_t)i * n + k] * b[(size_t)k * n + j];
            c[(size_t)i * n + j] = sum;
        }
}
