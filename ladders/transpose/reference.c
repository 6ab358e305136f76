// The right answers: `out` is `in` with rows and columns exchanged, or the same matrix for the rungs that only copy.
#include <stddef.h>
#include <string.h>

void transpose(const float *in, float *out, int width, int height)
{
    enum { STRIP = 16 }; // rows of `in` at a time: one line of `out` at a time
#pragma omp parallel for
    for (int y0 = 0; y0 < height; y0 += STRIP)
        for (int x = 0; x < width; x++)
            for (int y = y0; y < y0 + STRIP && y < height; y++)
                out[(size_t)x * height + y] = in[(size_t)y * width + x];
}

void copy(const float *in, float *out, int width, int height)
{
    memcpy(out, in, sizeof(float) * width * height);
}
