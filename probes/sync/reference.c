#include <math.h>

void all_steps(float *data, int n, int steps)
{
#pragma omp parallel for
    for (int k = 0; k < n; k++)
        for (int step = 0; step < steps; step++)
            data[k] = fmaf(data[k], 0.75f, 0.5f);
}
