#include <math.h>

void shade_and_blend(const float *in, float *out, int n)
{
#pragma omp parallel for
    for (int k = 0; k < n; k++) {
        float x = in[k];
        float shaded = fmaf(x, fmaf(x, -0.5f, 1.25f), 0.125f);
        out[k] = fmaf(shaded, 0.75f, 0.25f * x);
    }
}
