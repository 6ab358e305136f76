#include <math.h>
#include <stddef.h>

/* Which thread sums what is the kernel's business; together they have summed every line once, and no padding. */
const char *check_sum(const float *in, const float *out, int log_rows, int length, int pitch, int threads)
{
    enum { LINE = 32 };
    double want = 0, got = 0;
#pragma omp parallel for reduction(+ : want)
    for (int row = 0; row < 1 << log_rows; row++)
        for (int k = 0; k < length * LINE; k++)
            want += in[(size_t)row * pitch * LINE + k];
    for (int k = 0; k < threads; k++)
        got += out[k];
    return fabs(got - want) <= 1e-6 * want ? NULL : "the sums of the threads do not add up to the sum of the matrix";
}
