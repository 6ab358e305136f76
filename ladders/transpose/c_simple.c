// One loop over the rows, one over the columns, on one core. The reads are in order; each write lands in another line, and by
// the time its neighbour is due the line has left the caches.
#include <stddef.h>

void transpose_simple(const float *in, float *out, int width, int height)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            out[(size_t)x * height + y] = in[(size_t)y * width + x];
}
