/* Outputs are poisoned before the run: an element that was not copied is no number. What lies between is nobody's. */
#include <stddef.h>

static const char *compare(const float *in, size_t from, const float *out, size_t to, int count)
{
    int wrong = 0;
#pragma omp parallel for reduction(+ : wrong)
    for (int k = 0; k < count; k++)
        wrong += !(out[k * to] == in[k * from]);
    return wrong ? "an element was not copied" : NULL;
}

const char *check_read(const float *in, const float *out, int count, int stride)
{
    return compare(in, (size_t)stride, out, 1, count);
}

const char *check_write(const float *in, const float *out, int count, int stride)
{
    return compare(in, 1, out, (size_t)stride, count);
}

const char *check_copy(const float *in, const float *out, int count, int stride)
{
    return compare(in, (size_t)stride, out, (size_t)stride, count);
}
