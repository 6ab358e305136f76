/* Outputs are poisoned before the run: an element that was not copied is no number. */
#include <stddef.h>

static const char *compare(const float *in, const float *out, int n)
{
    int wrong = 0;
#pragma omp parallel for reduction(+ : wrong)
    for (int k = 0; k < n; k++)
        wrong += !(out[k] == in[k]);
    return wrong ? "an element was not copied" : NULL;
}

const char *check_read(const float *in, const float *out, int n, int offset)
{
    return compare(in + offset, out, n);
}

const char *check_write(const float *in, const float *out, int n, int offset)
{
    return compare(in, out + offset, n);
}

const char *check_copy(const float *in, const float *out, int n, int offset)
{
    return compare(in + offset, out + offset, n);
}
