// ILP independent chains of multiply-adds in each work-item. Rounds go by 16, then one by one.
#ifndef ILP
#define ILP 4
#endif
#define UNROLLED 16

__kernel void chains(__global float *out, int n, int rounds)
{
    int k = get_global_id(0), left = rounds;
    float x[ILP];
    for (int c = 0; c < ILP; c++)
        x[c] = get_local_id(0) + c;
    for (; left >= UNROLLED; left -= UNROLLED) {
#pragma unroll
        for (int round = 0; round < UNROLLED; round++) {
#pragma unroll
            for (int c = 0; c < ILP; c++)
                x[c] = fma(x[c], 0.9995f, 0.5f);
        }
    }
    for (; left > 0; left--) {
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
