#include <math.h>
#include <stddef.h>

/* All of it is ones. */
const char *check_read(const float *out, int count, int threads)
{
    double sum = 0;
    for (int k = 0; k < threads; k++)
        sum += out[k];
    return fabs(sum - 4.0 * count) < 0.5 ? NULL : "the sums of the threads do not add up to the sum of the array";
}
