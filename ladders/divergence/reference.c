// The right answers, one element after the other, in double precision.
#include <stdint.h>

// The constants are the floats that the kernels have.
static const float cosine = 0.9950041653f, sine = 0.0998334166f, swing = 0.07f;

void branch(const float *query, int32_t *leaf, float *score, int32_t n, const float *key, const int32_t *child, const int32_t *order,
            const uint32_t *counts, const uint32_t *queue)
{
    (void)leaf, (void)key, (void)child, (void)order, (void)counts, (void)queue;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double u = query[i], v = 1 - u;
        for (int step = 0; step < 64; step++)
            if (i % 2 == 0) {
                double next = cosine * u - sine * v;
                v = sine * u + cosine * v;
                u = next;
            } else {
                v -= swing * u;
                u += swing * v;
            }
        score[i] = (float)u;
    }
}

void tree(const float *query, int32_t *leaf, float *score, int32_t n, const float *key, const int32_t *child, const int32_t *order,
          const uint32_t *counts, const uint32_t *queue)
{
    (void)order, (void)counts, (void)queue;
#pragma omp parallel for schedule(dynamic, 1024)
    for (int i = 0; i < n; i++) {
        double u = query[i], v = 1 - u;
        int node = 0, place = 0;
        while (node >= 0) {
            place = 2 * node + (query[i] >= key[node]);
            node = child[place];
            for (int k = 0; k < 32; k++) {
                double next = cosine * u - sine * v;
                v = sine * u + cosine * v;
                u = next;
            }
        }
        leaf[i] = place;
        score[i] = (float)u;
    }
}
