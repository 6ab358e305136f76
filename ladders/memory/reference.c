// The right answers, in double precision.
#include <math.h>
#include <stddef.h>
#include <stdint.h>

void polynomial(const float *in, float *out, int32_t width, int32_t height, int32_t count, const float *coefficient)
{
    (void)width, (void)height;
#pragma omp parallel for
    for (int i = 0; i < count; i++) {
        double sum = 0;
        for (int k = 0; k < 64; k++)
            sum = sum * in[i] + coefficient[k];
        out[i] = (float)sum;
    }
}

void cubic(const float *in, float *out, int32_t width, int32_t height, int32_t count, const float *coefficient)
{
    (void)width, (void)height;
#pragma omp parallel for
    for (int i = 0; i < count; i++) {
        double sum = 0;
        for (int k = 0; k < 4; k++)
            sum = sum * in[i] + coefficient[k];
        out[i] = (float)sum;
    }
}

void look_up(const float *in, float *out, int32_t width, int32_t height, int32_t count, const float *table)
{
    (void)width, (void)height;
    for (int i = 0; i < count; i++) {
        int entry = (int)(in[i] * 1024);
        out[i] = table[entry < 1023 ? entry : 1023];
    }
}

static int clamp(int x, int size) { return x < 0 ? 0 : x < size ? x : size - 1; }

static int wrap(int x, int size) { return (x % size + size) % size; }

// The textures hold the image as well.
void shift(const float *in, float *out, int32_t width, int32_t height, int32_t count, int32_t shift_x, int32_t shift_y, uintptr_t image)
{
    (void)count, (void)image;
#pragma omp parallel for
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            out[(size_t)y * width + x] = in[(size_t)clamp(y + shift_y, height) * width + clamp(x + shift_x, width)];
}

void shift_wrapped(const float *in, float *out, int32_t width, int32_t height, int32_t count, int32_t shift_x, int32_t shift_y, uintptr_t repeating)
{
    (void)count, (void)repeating;
#pragma omp parallel for
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            out[(size_t)y * width + x] = in[(size_t)wrap(y + shift_y, height) * width + wrap(x + shift_x, width)];
}

void enlarge(const float *in, float *out, int32_t width, int32_t height, int32_t count, float zoom, uintptr_t smooth)
{
    (void)count, (void)smooth;
#pragma omp parallel for
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            double from_x = (x + 0.5) * zoom - 0.5, from_y = (y + 0.5) * zoom - 0.5;
            int left = (int)floor(from_x), top = (int)floor(from_y);
            double wx = from_x - left, wy = from_y - top, sum = 0;
            for (int j = 0; j < 2; j++)
                for (int i = 0; i < 2; i++)
                    sum += (j ? wy : 1 - wy) * (i ? wx : 1 - wx) * in[(size_t)clamp(top + j, height) * width + clamp(left + i, width)];
            out[(size_t)y * width + x] = (float)sum;
        }
}

void classes(const float *in, float *out, int32_t width, int32_t height, int32_t count, uint32_t *histogram)
{
    (void)out, (void)width, (void)height;
    int threads = (count + 63) / 64;
    for (int i = 0; i < 16 * threads; i++)
        histogram[i] = 0;
    for (int i = 0; i < count; i++) {
        int c = (int)(in[i] * 16);
        histogram[(c < 15 ? c : 15) * threads + i % threads]++;
    }
}

void resemblance(const float *in, float *out, int32_t width, int32_t height, int32_t count, float *likeness)
{
    (void)out, (void)width, (void)height;
    int threads = (count + 31) / 32;
#pragma omp parallel for
    for (int t = 0; t < threads; t++)
        for (int shift = 0; shift < 32; shift++) {
            double sum = 0;
            for (int k = 0; k < 32; k++) {
                int a = k * threads + t, b = (k + shift) % 32 * threads + t;
                if (a < count && b < count)
                    sum += (double)in[a] * in[b];
            }
            likeness[shift * threads + t] = (float)sum;
        }
}
