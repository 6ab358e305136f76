// C = A B for n x n matrices stored by rows. Sums are kept in double precision and rounded once, at the end. Columns go in
// strips, so that the sums of a strip stay in the cache, and four rows share what is read from B.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void matmul(const float *a, const float *b, float *c, int n)
{
    enum { STRIP = 128, ROWS = 4 };
#pragma omp parallel for collapse(2) schedule(dynamic)
    for (int j0 = 0; j0 < n; j0 += STRIP)
        for (int i0 = 0; i0 < n; i0 += ROWS) {
            int columns = j0 + STRIP < n ? STRIP : n - j0;
            int rows = i0 + ROWS < n ? ROWS : n - i0;
            double sum[ROWS][STRIP] = {{0}};
            for (int k = 0; k < n; k++)
                for (int i = 0; i < rows; i++) {
                    double from_a = a[(size_t)(i0 + i) * n + k];
                    const float *row_b = b + (size_t)k * n + j0;
#pragma omp simd
                    for (int j = 0; j < columns; j++)
                        sum[i][j] += from_a * row_b[j];
                }
            for (int i = 0; i < rows; i++)
                for (int j = 0; j < columns; j++)
                    c[(size_t)(i0 + i) * n + j0 + j] = (float)sum[i][j];
        }
}

// A bf16 is the upper half of a float.
static float *widened(const uint16_t *from, size_t count)
{
    float *to = malloc(count * sizeof *to);
    for (size_t k = 0; to && k < count; k++) {
        uint32_t bits = (uint32_t)from[k] << 16;
        memcpy(&to[k], &bits, sizeof bits);
    }
    return to;
}

void matmul_bf16(const uint16_t *a, const uint16_t *b, float *c, int n)
{
    float *wide_a = widened(a, (size_t)n * n), *wide_b = widened(b, (size_t)n * n);
    if (wide_a && wide_b)
        matmul(wide_a, wide_b, c, n);
    free(wide_a);
    free(wide_b);
}
