/* SPDX-License-Identifier: Apache-2.0 */
// What the kernels compute, one after the other as plainly as possible, in double precision.
#include <math.h>
#include <stddef.h>
#include <stdint.h>

void softmax(const float *in, float *out, int32_t samples, int32_t classes)
{
    for (int row = 0; row < samples; row++) {
        const float *from = in + (size_t)row * (size_t)classes;
        float *to = out + (size_t)row * (size_t)classes;
        double largest = -INFINITY, sum = 0;
        for (int i = 0; i < classes; i++)
            largest = from[i] > largest ? from[i] : largest;
        for (int i = 0; i < classes; i++)
            sum += exp(from[i] - largest);
        for (int i = 0; i < classes; i++)
            to[i] = (float)(exp(from[i] - largest) / sum);
    }
}

void layer_norm(const float *in, const float *gain, const float *bias, float *out, int32_t rows, int32_t quads)
{
    int features = 4 * quads;
    for (int row = 0; row < rows; row++) {
        const float *from = in + (size_t)row * (size_t)features;
        float *to = out + (size_t)row * (size_t)features;
        double mean = 0, variance = 0;
        for (int i = 0; i < features; i++)
            mean += (double)from[i] / features;
        for (int i = 0; i < features; i++)
            variance += (from[i] - mean) * (from[i] - mean) / features;
        for (int i = 0; i < features; i++)
            to[i] = (float)((from[i] - mean) / sqrt(variance + 1e-5) * gain[i] + bias[i]);
    }
}

// A finite number of half precision.
static float widened(uint16_t bits)
{
    int exponent = bits >> 10 & 31, fraction = bits & 1023;
    float size = exponent ? ldexpf((float)(1024 + fraction), exponent - 25) : ldexpf((float)fraction, -24);
    return bits >> 15 ? -size : size;
}

void embedding(const uint16_t *table, const int32_t *words, const int32_t *bigrams, float *out, int32_t tokens)
{
    for (int token = 0; token < tokens; token++) {
        const uint16_t *word = table + (size_t)words[token] * 128, *bigram = table + (size_t)bigrams[token] * 128;
        for (int i = 0; i < 128; i++)
            out[(size_t)token * 128 + (size_t)i] = widened(word[i]) + widened(bigram[i]);
    }
}

void gemv(const double *a, const double *x, double *y, int32_t equations, int32_t columns)
{
    for (int row = 0; row < equations; row++) {
        double sum = 0;
        for (int i = 0; i < columns; i++)
            sum += a[(size_t)row * (size_t)columns + (size_t)i] * x[i];
        y[row] = sum;
    }
}

void batched_matmul(const float *a, const float *b, float *c, int32_t matrices)
{
    enum { ORDER = 24 };
    for (int m = 0; m < matrices; m++) {
        for (int y = 0; y < ORDER; y++) {
            for (int x = 0; x < ORDER; x++) {
                double sum = 0;
                for (int k = 0; k < ORDER; k++)
                    sum += (double)a[y * ORDER + k] * b[k * ORDER + x];
                c[y * ORDER + x] = (float)sum;
            }
        }
        a += ORDER * ORDER;
        b += ORDER * ORDER;
        c += ORDER * ORDER;
    }
}

void depthwise(const float *in, const float *weights, float *out, int32_t images, int32_t channels, int32_t high,
               int32_t wide)
{
    for (int plane = 0; plane < images * channels; plane++) {
        const float *w = weights + plane % channels * 9;
        for (int y = 0; y < high; y++) {
            for (int x = 0; x < wide; x++) {
                double sum = 0;
                for (int sy = y - 1; sy <= y + 1; sy++)
                    for (int sx = x - 1; sx <= x + 1; sx++)
                        if (sx >= 0 && sx < wide && sy >= 0 && sy < high)
                            sum += (double)in[sy * wide + sx] * w[(sy - y + 1) * 3 + sx - x + 1];
                out[y * wide + x] = (float)sum;
            }
        }
        in += (size_t)high * (size_t)wide;
        out += (size_t)high * (size_t)wide;
    }
}

void bilinear(const uint8_t *in, uint8_t *out, int32_t width, int32_t height, int32_t new_width, int32_t new_height)
{
    for (int y = 0; y < new_height; y++) {
        double v = fmax((y + 0.5) * height / new_height - 0.5, 0);
        int y0 = (int)v, y1 = y0 + 1 < height ? y0 + 1 : y0;
        for (int x = 0; x < new_width; x++) {
            double u = fmax((x + 0.5) * width / new_width - 0.5, 0);
            int x0 = (int)u, x1 = x0 + 1 < width ? x0 + 1 : x0;
            double fx = u - x0, fy = v - y0;
            for (int c = 0; c < 4; c++) {
                double top = in[((size_t)y0 * (size_t)width + (size_t)x0) * 4 + (size_t)c] * (1 - fx) +
                             in[((size_t)y0 * (size_t)width + (size_t)x1) * 4 + (size_t)c] * fx;
                double bottom = in[((size_t)y1 * (size_t)width + (size_t)x0) * 4 + (size_t)c] * (1 - fx) +
                                in[((size_t)y1 * (size_t)width + (size_t)x1) * 4 + (size_t)c] * fx;
                out[((size_t)y * (size_t)new_width + (size_t)x) * 4 + (size_t)c] =
                    (uint8_t)(top * (1 - fy) + bottom * fy + 0.5);
            }
        }
    }
}

void pairwise(const float *points, float *out, int32_t n, int32_t dims)
{
    for (int row = 0; row < n; row++) {
        for (int column = 0; column < n; column++) {
            double sum = 0;
            for (int k = 0; k < dims; k++) {
                double difference = (double)points[(size_t)row * (size_t)dims + (size_t)k] -
                                    points[(size_t)column * (size_t)dims + (size_t)k];
                sum += difference * difference;
            }
            out[(size_t)row * (size_t)n + (size_t)column] = (float)sum;
        }
    }
}
