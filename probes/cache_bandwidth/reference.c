#include <math.h>
#include <stddef.h>

/* A sample of the threads, each followed on its way. */
const char *check_read(const float *array, const float *out, int count, int distance, int length, int loads,
                       int threads)
{
    enum { BLOCK = 1024, SAMPLE = 977 };
    for (int thread = 0; thread < threads; thread += SAMPLE) {
        size_t begin = (size_t)(thread / BLOCK) * (size_t)distance;
        double want = 0;
        for (int load = 0; load < (loads + 3) / 4 * 4; load++) {
            size_t at = (size_t)(thread % BLOCK) + (size_t)load * BLOCK;
            const float *v = &array[(begin + at % (size_t)length) % (size_t)count * 4];
            want += (double)v[0] + v[1] + v[2] + v[3];
        }
        if (!(fabs(out[thread] - want) <= 1e-4 * want))
            return "a thread has another sum";
    }
    return NULL;
}
