// Blocked, vectorised, on all cores. A block of C is 32 rows x 256 columns; for 64 values of k at a time the 64 x 256 floats of
// B that it needs stay in the second-level cache and serve all 32 rows. The innermost loop runs along rows of B and C, where
// vector units can work, and takes four values of k at once so that a sum is loaded and stored once for four multiply-adds.
#include <stddef.h>

enum { ROWS = 32, COLUMNS = 256, DEPTH = 64, AT_ONCE = 4 };

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

// c[0..columns) += the sum over `depth` values of k of a[k] times row k of b.
static void add_rows(const float *a, const float *b, float *restrict c, int n, int columns, int depth)
{
    int k = 0;
    for (; k + AT_ONCE <= depth; k += AT_ONCE) {
        const float *b0 = b + (size_t)k * n, *b1 = b0 + n, *b2 = b1 + n, *b3 = b2 + n;
#pragma omp simd
        for (int j = 0; j < columns; j++)
            c[j] += a[k] * b0[j] + a[k + 1] * b1[j] + a[k + 2] * b2[j] + a[k + 3] * b3[j];
    }
    for (; k < depth; k++)
#pragma omp simd
        for (int j = 0; j < columns; j++)
            c[j] += a[k] * b[(size_t)k * n + j];
}

void matmul_blocked(const float *a, const float *b, float *c, int n)
{
#pragma omp parallel for collapse(2) schedule(dynamic)
    for (int i0 = 0; i0 < n; i0 += ROWS)
        for (int j0 = 0; j0 < n; j0 += COLUMNS) {
            int i1 = smaller(i0 + ROWS, n), columns = smaller(COLUMNS, n - j0);
            for (int i = i0; i < i1; i++)
                for (int j = j0; j < j0 + columns; j++)
                    c[(size_t)i * n + j] = 0;
            for (int k0 = 0; k0 < n; k0 += DEPTH)
                for (int i = i0; i < i1; i++)
                    add_rows(a + (size_t)i * n + k0, b + (size_t)k0 * n + j0, c + (size_t)i * n + j0, n, columns,
                             smaller(DEPTH, n - k0));
        }
}
