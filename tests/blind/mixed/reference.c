/* SPDX-License-Identifier: Apache-2.0 */
// The right answers, written as plainly as possible; sums in double precision.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

void page_rank(const int32_t *row_start, const int32_t *source, const int32_t *out_degree, const float *rank,
               float *new_rank, int32_t nodes, float damping)
{
#pragma omp parallel for
    for (int32_t node = 0; node < nodes; node++) {
        double sum = 0;
        for (int32_t e = row_start[node]; e < row_start[node + 1]; e++)
            sum += (double)rank[source[e]] / out_degree[source[e]];
        new_rank[node] = (float)((1 - (double)damping) / nodes + damping * sum);
    }
}

void group_by(const int32_t *keys, const float *values, float *sums, int32_t rows)
{
    double sum[1000] = {0};
    for (int32_t row = 0; row < rows; row++)
        sum[keys[row]] += values[row];
    for (int k = 0; k < 1000; k++)
        sums[k] = (float)sum[k];
}

// Each row that is kept must be there once, and no other.
const char *filter_compact(const float *column, const int32_t *indices, const int32_t *found, int32_t rows,
                           float threshold)
{
    int32_t expected = 0;
    for (int32_t row = 0; row < rows; row++)
        expected += column[row] < threshold;
    if (found[0] != expected)
        return "the number of rows found is wrong";
    uint8_t *seen = calloc((size_t)rows, 1);
    if (!seen)
        abort();
    const char *wrong = NULL;
    for (int32_t i = 0; i < expected && !wrong; i++) {
        int32_t row = indices[i];
        if (row < 0 || row >= rows)
            wrong = "an index is not that of a row";
        else if (!(column[row] < threshold))
            wrong = "a row is there that is not below the threshold";
        else if (seen[row]++)
            wrong = "a row is there twice";
    }
    free(seen);
    return wrong;
}

void merge(const int32_t *a, const int32_t *b, int32_t *merged, int32_t a_count, int32_t b_count)
{
    int32_t i = 0, j = 0;
    while (i < a_count || j < b_count) {
        if (j >= b_count || (i < a_count && a[i] <= b[j])) {
            merged[i + j] = a[i];
            i++;
        } else {
            merged[i + j] = b[j];
            j++;
        }
    }
}

static double uniform(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return (double)((float)(*state >> 8) + 0.5f) / 16777216.0;
}

void monte_carlo(const uint32_t *seeds, float *payoffs, int32_t paths, int32_t steps, float start, float strike,
                 float drift, float volatility)
{
#pragma omp parallel for
    for (int32_t path = 0; path < paths; path++) {
        uint32_t state = seeds[path];
        double price = start, sum = 0;
        for (int32_t step = 0; step < steps; step += 2) {
            double radius = sqrt(-2 * log(uniform(&state)));
            double angle = 6.283185307179586 * uniform(&state);
            price *= exp(drift + volatility * radius * cos(angle));
            sum += price;
            price *= exp(drift + volatility * radius * sin(angle));
            sum += price;
        }
        payoffs[path] = (float)fmax(sum / steps - strike, 0);
    }
}

// In single precision, as the kernel: whether a particle has reached a wall must not depend on rounding.
void particles(const float *before, float *after, int32_t count, float dt, float gravity, float elasticity)
{
#pragma omp parallel for
    for (int32_t i = 0; i < count; i++) {
        const float *p = before + 8 * (size_t)i;
        float *q = after + 8 * (size_t)i;
        q[3] = p[3];
        q[7] = p[7] + dt;
        for (int axis = 0; axis < 3; axis++) {
            float velocity = axis == 1 ? fmaf(gravity, dt, p[5]) : p[4 + axis];
            float position = fmaf(velocity, dt, p[axis]);
            float wall = position < -1 ? -2 : 2;
            if (position < -1 || position > 1) {
                position = wall - position;
                velocity = -velocity * elasticity;
            }
            q[axis] = position;
            q[4 + axis] = velocity;
        }
    }
}

void cholesky(const double *matrices, double *factors, int32_t count)
{
#pragma omp parallel for
    for (int32_t m = 0; m < count; m++) {
        const double *a = matrices + 64 * (size_t)m;
        double *l = factors + 64 * (size_t)m;
        for (int r = 0; r < 8; r++) {
            for (int c = 0; c < 8; c++) {
                double sum = a[8 * r + c];
                for (int k = 0; k < c && c <= r; k++)
                    sum -= l[8 * r + k] * l[8 * c + k];
                l[8 * r + c] = c > r ? 0 : c == r ? sqrt(sum) : sum / l[9 * c];
            }
        }
    }
}

void jacobi(const double *u, const double *f, double *next, int32_t width, int32_t height, double h2)
{
#pragma omp parallel for
    for (int32_t y = 0; y < height; y++) {
        for (int32_t x = 0; x < width; x++) {
            size_t i = (size_t)y * width + x;
            if (x == 0 || y == 0 || x == width - 1 || y == height - 1)
                next[i] = u[i];
            else
                next[i] = 0.25 * (u[i - 1] + u[i + 1] + u[i - width] + u[i + width] - h2 * f[i]);
        }
    }
}

// In single precision, as the kernel: a tie must be rounded the same way.
void quantise(const float *in, int8_t *out, float *scales, int32_t groups)
{
#pragma omp parallel for
    for (int32_t group = 0; group < groups; group++) {
        const float *v = in + 128 * (size_t)group;
        float largest = 0;
        for (int i = 0; i < 128; i++)
            largest = fmaxf(largest, fabsf(v[i]));
        float inverse = largest > 0 ? 127 / largest : 0;
        for (int i = 0; i < 128; i++)
            out[128 * (size_t)group + i] = (int8_t)lrintf(v[i] * inverse);
        scales[group] = largest / 127;
    }
}

void ragged_gather(const uint16_t *text, const int32_t *begins, const int32_t *offsets, uint16_t *packed,
                   int32_t pieces)
{
#pragma omp parallel for
    for (int32_t p = 0; p < pieces; p++)
        for (int32_t i = offsets[p]; i < offsets[p + 1]; i++)
            packed[i] = text[begins[p] + i - offsets[p]];
}
