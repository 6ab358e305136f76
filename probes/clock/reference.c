#include <math.h>
#include <stddef.h>

/* How long a thread spun is the clock's affair: it has a number to show for it. */
const char *check_finite(const float *out, int blocks)
{
    for (int k = 0; k < 512 * blocks; k++)
        if (!isfinite(out[k]))
            return "a thread has no result";
    return NULL;
}
