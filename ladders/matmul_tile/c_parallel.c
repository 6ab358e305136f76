// On all cores, a row of C at a time in strips that stay in the cache, the innermost loop along the row for the vector units.
#include <stddef.h>

enum { TILE = 32, STRIP = 512 };

void multiply_parallel(const float *a, const float *b, float *c, int m, int n)
{
#pragma omp parallel for schedule(static)
    for (int row = 0; row < m; row++)
        for (int column0 = 0; column0 < n; column0 += STRIP) {
            int columns = n - column0 < STRIP ? n - column0 : STRIP;
            float sum[STRIP] = {0};
            for (int k = 0; k < TILE; k++) {
                float from_a = a[(size_t)row * TILE + k];
                const float *from_b = b + (size_t)k * n + column0;
#pragma omp simd
                for (int j = 0; j < columns; j++)
                    sum[j] += from_a * from_b[j];
            }
            for (int j = 0; j < columns; j++)
                c[(size_t)row * n + column0 + j] = sum[j];
        }
}
