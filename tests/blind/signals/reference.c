/* SPDX-License-Identifier: Apache-2.0 */
// The definitions; what the kernels compute in single precision is computed in double precision here.
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int clamp(int x, int low, int high)
{
    return x < low ? low : x > high ? high : x;
}

void fir(const float *in, float *out, const float *taps, int32_t samples)
{
#pragma omp parallel for
    for (int i = 0; i < samples; i++) {
        double sum = 0;
        for (int k = 0; k < 63 && k <= i; k++)
            sum += (double)taps[k] * in[i - k];
        out[i] = (float)sum;
    }
}

void median3(const uint8_t *image, uint8_t *out, int32_t width, int32_t height)
{
#pragma omp parallel for
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            uint8_t sorted[9];
            int count = 0;
            for (int j = y - 1; j <= y + 1; j++)
                for (int i = x - 1; i <= x + 1; i++) {
                    uint8_t pixel = image[(size_t)clamp(j, 0, height - 1) * width + clamp(i, 0, width - 1)];
                    int at = count++;
                    for (; at > 0 && sorted[at - 1] > pixel; at--)
                        sorted[at] = sorted[at - 1];
                    sorted[at] = pixel;
                }
            out[(size_t)y * width + x] = sorted[4];
        }
}

void sobel(const float *image, float *out, int32_t width, int32_t height)
{
#pragma omp parallel for
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            double gx = 0, gy = 0;
            if (x > 0 && y > 0 && x < width - 1 && y < height - 1)
                for (int j = -1; j <= 1; j++)
                    for (int i = -1; i <= 1; i++) {
                        double pixel = image[(size_t)(y + j) * width + x + i];
                        gx += i * (2 - abs(j)) * pixel;
                        gy += j * (2 - abs(i)) * pixel;
                    }
            out[(size_t)y * width + x] = (float)sqrt(gx * gx + gy * gy);
        }
}

void dct8(const float *image, const float *basis, float *out, int32_t width, int32_t height)
{
    int across = (width + 7) / 8, down = (height + 7) / 8;
#pragma omp parallel for
    for (int block = 0; block < across * down; block++) {
        int x0 = block % across * 8, y0 = block / across * 8;
        double rows[8][8];
        for (int j = 0; j < 8; j++)
            for (int u = 0; u < 8; u++) {
                rows[j][u] = 0;
                for (int i = 0; i < 8; i++) {
                    int x = clamp(x0 + i, 0, width - 1), y = clamp(y0 + j, 0, height - 1);
                    rows[j][u] += basis[u * 8 + i] * ((double)image[(size_t)y * width + x] - 128);
                }
            }
        for (int v = 0; v < 8; v++)
            for (int u = 0; u < 8; u++) {
                double sum = 0;
                for (int j = 0; j < 8; j++)
                    sum += basis[v * 8 + j] * rows[j][u];
                out[(size_t)block * 64 + v * 8 + u] = (float)sum;
            }
    }
}

void yuv_to_rgb(const uint8_t *luma, const uint8_t *chroma, uint8_t *rgba, int32_t width, int32_t height, int32_t pitch)
{
#pragma omp parallel for
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            const uint8_t *uv = chroma + (size_t)(y / 2) * pitch + x / 2 * 2;
            int c = 298 * (luma[(size_t)y * pitch + x] - 16), u = uv[0] - 128, v = uv[1] - 128;
            uint8_t *pixel = rgba + 4 * ((size_t)y * width + x);
            pixel[0] = (uint8_t)clamp((c + 409 * v + 128) >> 8, 0, 255);
            pixel[1] = (uint8_t)clamp((c - 100 * u - 208 * v + 128) >> 8, 0, 255);
            pixel[2] = (uint8_t)clamp((c + 516 * u + 128) >> 8, 0, 255);
            pixel[3] = 255;
        }
}

void sad(const uint8_t *frame, const uint8_t *before, uint16_t *sums, int32_t width, int32_t height)
{
    int across = (width + 15) / 16, down = (height + 15) / 16;
#pragma omp parallel for
    for (int block = 0; block < across * down; block++) {
        int x0 = block % across * 16, y0 = block / across * 16;
        uint8_t here[16][16], window[32][32];
        for (int i = 0; i < 256; i++)
            here[i / 16][i % 16] =
                frame[(size_t)clamp(y0 + i / 16, 0, height - 1) * width + clamp(x0 + i % 16, 0, width - 1)];
        for (int i = 0; i < 1024; i++)
            window[i / 32][i % 32] =
                before[(size_t)clamp(y0 - 8 + i / 32, 0, height - 1) * width + clamp(x0 - 8 + i % 32, 0, width - 1)];
        for (int place = 0; place < 289; place++) {
            int sum = 0;
            for (int y = 0; y < 16; y++)
                for (int x = 0; x < 16; x++)
                    sum += abs(here[y][x] - window[place / 17 + y][place % 17 + x]);
            sums[(size_t)block * 289 + place] = (uint16_t)sum;
        }
    }
}

void autocorrelation(const int16_t *signals, double *out, int32_t samples, int32_t count)
{
#pragma omp parallel for
    for (int s = 0; s < count; s++) {
        const int16_t *x = signals + (size_t)s * samples;
        for (int lag = 0; lag < 64; lag++) {
            int64_t sum = 0;
            for (int i = 0; i + lag < samples; i++)
                sum += x[i] * x[i + lag];
            out[(size_t)s * 64 + lag] = (double)sum;
        }
    }
}

static void quarter(uint32_t *x, int a, int b, int c, int d)
{
    static const int by[] = {16, 12, 8, 7};
    for (int i = 0; i < 4; i += 2) {
        x[a] += x[b];
        x[d] ^= x[a];
        x[d] = x[d] << by[i] | x[d] >> (32 - by[i]);
        x[c] += x[d];
        x[b] ^= x[c];
        x[b] = x[b] << by[i + 1] | x[b] >> (32 - by[i + 1]);
    }
}

void chacha20(const uint32_t *key, const uint32_t *nonce, uint32_t *stream, int32_t blocks, uint32_t counter)
{
#pragma omp parallel for
    for (int block = 0; block < blocks; block++) {
        uint32_t start[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}, x[16];
        memcpy(start + 4, key, 8 * sizeof *key);
        start[12] = counter + (uint32_t)block;
        memcpy(start + 13, nonce, 3 * sizeof *nonce);
        memcpy(x, start, sizeof x);
        for (int round = 0; round < 10; round++) {
            quarter(x, 0, 4, 8, 12);
            quarter(x, 1, 5, 9, 13);
            quarter(x, 2, 6, 10, 14);
            quarter(x, 3, 7, 11, 15);
            quarter(x, 0, 5, 10, 15);
            quarter(x, 1, 6, 11, 12);
            quarter(x, 2, 7, 8, 13);
            quarter(x, 3, 4, 9, 14);
        }
        for (int i = 0; i < 16; i++)
            stream[(size_t)block * 16 + i] = x[i] + start[i];
    }
}

void downconvert(const float *in, float *out, int32_t windows, uint32_t step)
{
    const double turn = 6.283185307179586;
#pragma omp parallel for
    for (int w = 0; w < windows; w++) {
        double re = 0, im = 0;
        for (int k = 0; k < 8; k++) {
            size_t i = (size_t)w * 8 + k;
            double angle = turn * (uint32_t)(step * (uint32_t)i) / 4294967296.0;
            double sine = sin(angle), cosine = cos(angle), x = in[2 * i], y = in[2 * i + 1];
            re += x * cosine + y * sine;
            im += y * cosine - x * sine;
        }
        out[2 * w] = (float)re;
        out[2 * w + 1] = (float)im;
    }
}

static double from_half(uint16_t bits)
{
    int exponent = bits >> 10 & 31, fraction = bits & 1023;
    double value = exponent == 0 ? ldexp(fraction, -24) : ldexp(1024 + fraction, exponent - 25);
    return bits >> 15 ? -value : value;
}

void row_sums_f16(const uint16_t *matrix, float *sums, int32_t rows, int32_t pairs)
{
    static double values[65536];
    for (int i = 0; i < 65536; i++)
        values[i] = from_half((uint16_t)i);
#pragma omp parallel for
    for (int row = 0; row < rows; row++) {
        double sum = 0, squares = 0;
        for (size_t i = 0; i < 2 * (size_t)pairs; i++) {
            double value = values[matrix[2 * (size_t)row * pairs + i]];
            sum += value;
            squares += value * value;
        }
        sums[2 * row] = (float)sum;
        sums[2 * row + 1] = (float)squares;
    }
}
