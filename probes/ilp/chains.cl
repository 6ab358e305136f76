// ILP independent chains of multiply-adds in each work-item, of floats or, with DOUBLES, of doubles. Rounds go by 16, then one by
// one.
#ifndef ILP
#define ILP 4
#endif
#ifdef DOUBLES
#ifndef cl_khr_fp64
#error "the device has no doubles"
#endif
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define REAL double
#else
#define REAL float
#endif
#define UNROLLED 16

__kernel void chains(__global float *out, int n, int rounds)
{
    int k = get_global_id(0), left = rounds;
    const REAL a = (REAL)0.9995f, b = (REAL)0.5f;
    REAL x[ILP];
    for (int c = 0; c < ILP; c++)
        x[c] = get_local_id(0) + c;
    for (; left >= UNROLLED; left -= UNROLLED) {
#pragma unroll
        for (int round = 0; round < UNROLLED; round++) {
#pragma unroll
            for (int c = 0; c < ILP; c++)
                x[c] = fma(x[c], a, b);
        }
    }
    for (; left > 0; left--) {
#pragma unroll
        for (int c = 0; c < ILP; c++)
            x[c] = fma(x[c], a, b);
    }
    REAL sum = x[0];
    for (int c = 1; c < ILP; c++)
        sum += x[c];
    if (k < n)
        out[k] = sum;
}
