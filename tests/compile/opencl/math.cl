// Each function of math.def, for every element of x: out has a row of n values for each.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define BETWEEN(value, low, high) fma(value, (float)high - (float)low, (float)low)

#define UNARY(opencl, reference, low, high, ulps)                                                                      \
    {                                                                                                                  \
        float x = BETWEEN(u[i], low, high);                                                                            \
        out[n * row++ + i] = opencl;                                                                                   \
    }
#define BINARY(opencl, reference, low, high, ulps)                                                                     \
    {                                                                                                                  \
        float x = BETWEEN(u[i], low, high), y = BETWEEN(v[i], low, high);                                              \
        out[n * row++ + i] = opencl;                                                                                   \
    }
#define TERNARY(opencl, reference, low, high, ulps)                                                                    \
    {                                                                                                                  \
        float x = BETWEEN(u[i], low, high), y = BETWEEN(v[i], low, high), z = BETWEEN(w[i], low, high);                \
        out[n * row++ + i] = opencl;                                                                                   \
    }

kernel void all_functions(global const float *u, global const float *v, global const float *w, global float *out, int n)
{
    int i = get_global_id(0), row = 0;
#include "math.def"
}
