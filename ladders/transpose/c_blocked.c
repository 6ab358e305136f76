// Tiles of 32 x 32 stay in the first-level cache, so every line is read and written whole; all cores take tiles in turn.
#include <stddef.h>

enum { TILE = 32 };

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

void transpose_blocked(const float *in, float *out, int width, int height)
{
#pragma omp parallel for collapse(2) schedule(static)
    for (int x0 = 0; x0 < width; x0 += TILE)
        for (int y0 = 0; y0 < height; y0 += TILE) {
            int x1 = smaller(x0 + TILE, width), y1 = smaller(y0 + TILE, height);
            for (int x = x0; x < x1; x++)
                for (int y = y0; y < y1; y++)
                    out[(size_t)x * height + y] = in[(size_t)y * width + x];
        }
}
