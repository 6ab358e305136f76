#include <math.h>

/* All blocks do the same: one is computed, the others are copies. */
void chain(float *out, int n, int rounds)
{
    enum { THREADS = 128 };
    float x[THREADS];
    for (int thread = 0; thread < THREADS; thread++)
        x[thread] = (float)thread;
    for (int round = 0; round < rounds; round++)
        for (int thread = 0; thread < THREADS; thread++)
            x[thread] = fmaf(x[thread], 0.9995f, 0.5f);
    for (int k = 0; k < n; k++)
        out[k] = x[k % THREADS];
}
