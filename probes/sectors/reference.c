#include <stddef.h>

const char *check_stores(const float *array, int stride, int count)
{
    for (int k = 0; k < count; k++)
        if (!(array[(size_t)k * (size_t)stride] == (float)k))
            return "an element was not stored";
    return NULL;
}

const char *check_loads(const float *out, int turns, int threads)
{
    for (int k = 0; k < threads; k++)
        if (!(out[k] == (float)turns))
            return "a thread has another sum";
    return NULL;
}
