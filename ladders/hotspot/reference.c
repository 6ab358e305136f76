// The steps one after the other, in double precision.
#include <stdint.h>
#include <stdlib.h>

void hotspot(const float *start, float *now, float *then, const float *power, int32_t width, int32_t height, float conduct, int32_t steps,
             int32_t first, int32_t k)
{
    (void)then, (void)first, (void)k;
    size_t cells = (size_t)width * (size_t)height;
    double *from = malloc(cells * sizeof *from), *to = malloc(cells * sizeof *to);
    if (!from || !to)
        abort();
    for (size_t i = 0; i < cells; i++)
        from[i] = start[i];
    for (int step = 0; step < steps; step++) {
#pragma omp parallel for
        for (int y = 0; y < height; y++) {
            const double *row = from + (size_t)y * width;
            const double *above = y > 0 ? row - width : row, *below = y < height - 1 ? row + width : row;
            for (int x = 0; x < width; x++) {
                double left = row[x > 0 ? x - 1 : x], right = row[x < width - 1 ? x + 1 : x];
                to[(size_t)y * width + x] =
                    row[x] + conduct * (left + right + above[x] + below[x] - 4 * row[x]) + power[(size_t)y * width + x];
            }
        }
        double *swap = from;
        from = to;
        to = swap;
    }
    for (size_t i = 0; i < cells; i++)
        now[i] = (float)from[i];
    free(from);
    free(to);
}
