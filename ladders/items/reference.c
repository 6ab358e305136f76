// The right answers, in double precision.
#include <stdint.h>

void axpy(const float *x, const float *y, float *out, int32_t n, float a)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        out[i] = (float)((double)a * x[i] + y[i]);
}

void series(const float *x, const float *y, float *out, int32_t n, float a)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double sum = a, factor = 0.5 * x[i];
        for (int k = 0; k < 256; k++)
            sum = sum * factor + y[i];
        out[i] = (float)sum;
    }
}
