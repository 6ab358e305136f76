#include <math.h>
#include <stddef.h>

/* Outputs are poisoned before the run: what was not written is no number. */
const char *check_spread(const float *one, const float *many, int streams, int length)
{
    long wrong = 0;
#pragma omp parallel for reduction(+ : wrong)
    for (int s = 0; s < streams; s++)
        for (int k = 0; k < length; k++)
            wrong += !(many[(size_t)s * (size_t)length + (size_t)k] == one[k]);
    return wrong ? "an element was not copied" : NULL;
}

const char *check_sum(const float *one, const float *many, int streams, int length)
{
    long wrong = 0;
#pragma omp parallel for reduction(+ : wrong)
    for (int k = 0; k < length; k++) {
        double sum = 0;
        for (int s = 0; s < streams; s++)
            sum += many[(size_t)s * (size_t)length + (size_t)k];
        wrong += !(fabs(sum - one[k]) <= 1e-5 * sum);
    }
    return wrong ? "a sum is wrong" : NULL;
}
