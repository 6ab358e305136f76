#include <math.h>
#include <stddef.h>

enum { THREADS = 128, MOST = 16 };

/* All blocks do the same: one is computed, all are compared with it, bit for bit. */
const char *check_chains(const float *out, int n, int rounds, int ilp)
{
    float x[MOST][THREADS], sum[THREADS];
    for (int c = 0; c < ilp && c < MOST; c++) {
        for (int thread = 0; thread < THREADS; thread++)
            x[c][thread] = (float)(thread + c);
        for (int round = 0; round < rounds; round++)
            for (int thread = 0; thread < THREADS; thread++)
                x[c][thread] = fmaf(x[c][thread], 0.9995f, 0.5f);
        for (int thread = 0; thread < THREADS; thread++)
            sum[thread] = c ? sum[thread] + x[c][thread] : x[c][thread];
    }
    for (int k = 0; k < n; k++)
        if (!(out[k] == sum[k % THREADS]))
            return "a chain has another end";
    return NULL;
}

/* The same of doubles, which are rounded at the end. */
const char *check_doubles(const float *out, int n, int rounds, int ilp)
{
    double sum[THREADS];
    for (int thread = 0; thread < THREADS; thread++) {
        for (int c = 0; c < ilp && c < MOST; c++) {
            double x = thread + c;
            for (int round = 0; round < rounds; round++)
                x = fma(x, (double)0.9995f, 0.5);
            sum[thread] = c ? sum[thread] + x : x;
        }
    }
    for (int k = 0; k < n; k++)
        if (!(out[k] == (float)sum[k % THREADS]))
            return "a chain of doubles has another end";
    return NULL;
}
