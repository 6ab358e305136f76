/* SPDX-License-Identifier: Apache-2.0 */
// What each kernel computes, plainly and in double precision.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

void nbody(const float *body, float *pull, int32_t bodies, float softening)
{
#pragma omp parallel for
    for (int i = 0; i < bodies; i++) {
        double sum[3] = {0};
        for (int j = 0; j < bodies; j++) {
            double d[3], square = softening;
            for (int c = 0; c < 3; c++) {
                d[c] = (double)body[4 * j + c] - body[4 * i + c];
                square += d[c] * d[c];
            }
            double weight = body[4 * j + 3] / (square * sqrt(square));
            for (int c = 0; c < 3; c++)
                sum[c] += weight * d[c];
        }
        for (int c = 0; c < 3; c++)
            pull[3 * i + c] = (float)sum[c];
    }
}

void spmv_csr(const int32_t *start, const int32_t *column, const float *value, const float *x, float *y, int32_t rows)
{
#pragma omp parallel for
    for (int row = 0; row < rows; row++) {
        double sum = 0;
        for (int k = start[row]; k < start[row + 1]; k++)
            sum += (double)value[k] * x[column[k]];
        y[row] = (float)sum;
    }
}

void lattice_boltzmann(const float *from, float *to, const uint8_t *solid, int32_t lattice_x, int32_t lattice_y,
                       float omega)
{
    static const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
    static const int opposite[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
    size_t cells = (size_t)lattice_x * (size_t)lattice_y;
#pragma omp parallel for
    for (int y = 0; y < lattice_y; y++) {
        for (int x = 0; x < lattice_x; x++) {
            double f[9], density = 0, u = 0, v = 0;
            for (int q = 0; q < 9; q++) {
                int px = (x - cx[q] + lattice_x) % lattice_x, py = (y - cy[q] + lattice_y) % lattice_y;
                f[q] = from[(size_t)q * cells + (size_t)py * lattice_x + px];
                density += f[q];
                u += cx[q] * f[q];
                v += cy[q] * f[q];
            }
            u /= density;
            v /= density;
            size_t here = (size_t)y * lattice_x + x;
            for (int q = 0; q < 9; q++) {
                double weight = q == 0 ? 4.0 / 9 : q < 5 ? 1.0 / 9 : 1.0 / 36, along = cx[q] * u + cy[q] * v;
                double rest = weight * density * (1 + 3 * along + 4.5 * along * along - 1.5 * (u * u + v * v));
                to[(size_t)q * cells + here] =
                    (float)(solid[here] ? f[opposite[q]] : f[q] + (double)omega * (rest - f[q]));
            }
        }
    }
}

void fft_radix4(const float *in, float *out, int32_t span, int32_t groups)
{
    const double pi = 3.14159265358979323846;
    size_t quarter = (size_t)span * (size_t)groups;
#pragma omp parallel for
    for (size_t j = 0; j < quarter; j++) {
        size_t k = j % span;
        for (int m = 0; m < 4; m++) { // the m-th result, by the sum that defines it
            double re = 0, im = 0;
            for (int r = 0; r < 4; r++) {
                double angle = -pi / 2 * r * ((double)k / span + m);
                const float *z = in + 2 * (j + r * quarter);
                re += z[0] * cos(angle) - z[1] * sin(angle);
                im += z[0] * sin(angle) + z[1] * cos(angle);
            }
            float *to = out + 2 * (4 * (j - k) + k + m * (size_t)span);
            to[0] = (float)re;
            to[1] = (float)im;
        }
    }
}

// Near the set's edge the last bit of a product decides: one pixel of two hundred may differ.
const char *mandelbrot(const int32_t *escape, int32_t image_x, int32_t image_y)
{
    static char text[100];
    long differ = 0, pixels = (long)image_x * image_y;
#pragma omp parallel for reduction(+ : differ)
    for (int y = 0; y < image_y; y++) {
        for (int x = 0; x < image_x; x++) {
            double cr = -2.2 + 3.2 * x / image_x, ci = -1.2 + 2.4 * y / image_y, zr = 0, zi = 0;
            int count = 0;
            while (count < 256 && zr * zr + zi * zi <= 4) {
                double next = zr * zr - zi * zi + cr;
                zi = 2 * zr * zi + ci;
                zr = next;
                count++;
            }
            differ += escape[(long)y * image_x + x] != count;
        }
    }
    if (differ <= pixels / 200)
        return NULL;
    snprintf(text, sizeof text, "%ld of %ld pixels differ", differ, pixels);
    return text;
}

static double normal_below(double d)
{
    return 0.5 * erfc(-d * sqrt(0.5));
}

void black_scholes(const float *price, const float *strike, const float *years, float *call, float *put,
                   int32_t options, float rate, float volatility)
{
#pragma omp parallel for
    for (int i = 0; i < options; i++) {
        double s = price[i], k = strike[i], t = years[i], r = rate, sigma = volatility;
        double spread = sigma * sqrt(t), d1 = (log(s / k) + (r + 0.5 * sigma * sigma) * t) / spread, d2 = d1 - spread;
        double discounted = k * exp(-r * t);
        call[i] = (float)(s * normal_below(d1) - discounted * normal_below(d2));
        put[i] = (float)(discounted * normal_below(-d2) - s * normal_below(-d1));
    }
}

void stencil27(const double *in, double *out, int32_t grid_x, int32_t grid_y, int32_t grid_z, double w0, double w1,
               double w2, double w3)
{
    const double weight[4] = {w0, w1, w2, w3};
    size_t pitch = (size_t)grid_x + 2, slice = pitch * ((size_t)grid_y + 2);
#pragma omp parallel for
    for (int z = 0; z < grid_z; z++)
        for (int y = 0; y < grid_y; y++)
            for (int x = 0; x < grid_x; x++) {
                double sum = 0;
                for (int dz = -1; dz <= 1; dz++)
                    for (int dy = -1; dy <= 1; dy++)
                        for (int dx = -1; dx <= 1; dx++)
                            sum += weight[abs(dx) + abs(dy) + abs(dz)] *
                                   in[(size_t)(z + 1 + dz) * slice + (size_t)(y + 1 + dy) * pitch + (x + 1 + dx)];
                out[((size_t)z * grid_y + y) * grid_x + x] = sum;
            }
}

void thomas(const float *lower, const float *diagonal, const float *upper, const float *right, float *x,
            int32_t systems, int32_t unknowns)
{
#pragma omp parallel
    {
        double *ratio = malloc((size_t)unknowns * sizeof *ratio), *value = malloc((size_t)unknowns * sizeof *value);
        if (!ratio || !value)
            abort();
#pragma omp for
        for (int s = 0; s < systems; s++) {
            for (int i = 0; i < unknowns; i++) {
                size_t at = (size_t)i * systems + s;
                double low = i > 0 ? lower[at] : 0;
                double pivot = diagonal[at] - (i > 0 ? low * ratio[i - 1] : 0);
                ratio[i] = upper[at] / pivot;
                value[i] = (right[at] - (i > 0 ? low * value[i - 1] : 0)) / pivot;
            }
            for (int i = unknowns - 2; i >= 0; i--)
                value[i] -= ratio[i] * value[i + 1];
            for (int i = 0; i < unknowns; i++)
                x[(size_t)i * systems + s] = (float)value[i];
        }
        free(ratio);
        free(value);
    }
}
