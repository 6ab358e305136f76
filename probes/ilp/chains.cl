// ILP independent chains of multiply-adds in each work-item; `ilp` is for the check alone.
#ifndef ILP
#define ILP 4
#endif

__kernel void chains(__global float *out, int n, int rounds, int ilp)
{
    int k = get_global_id(0);
    float x[ILP];
    for (int c = 0; c < ILP; c++)
        x[c] = get_local_id(0) + c;
#pragma unroll 16
    for (int round = 0; round < rounds; round++) {
#pragma unroll
        for (int c = 0; c < ILP; c++)
            x[c] = fma(x[c], 0.9995f, 0.5f);
    }
    float sum = x[0];
    for (int c = 1; c < ILP; c++)
        sum += x[c];
    if (k < n)
        out[k] = sum;
}
