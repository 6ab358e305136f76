#include <math.h>
#include <stddef.h>

/* Which thread sums what is the kernel's business; together they have summed everything once. */
const char *check_sum(const float *in, const float *out, int n, int threads)
{
    double want = 0, got = 0;
#pragma omp parallel for reduction(+ : want)
    for (int k = 0; k < n; k++)
        want += in[k];
    for (int k = 0; k < threads; k++)
        got += out[k];
    return fabs(got - want) <= 1e-6 * want ? NULL : "the sums of the threads do not add up to the sum of the array";
}

const char *check_copy(const float *in, const float *out, int n)
{
    for (int k = 0; k < n; k++)
        if (!(out[k] == in[k]))
            return "an element was not copied";
    return NULL;
}
