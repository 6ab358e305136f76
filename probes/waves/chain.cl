// The chain of multiply-adds in OpenCL: as many work-groups on a compute unit as fit. Rounds go by 16, then one by one.
#define UNROLLED 16

__kernel void chain(__global float *out, int n, int rounds)
{
    int k = get_global_id(0), left = rounds;
    float x = get_local_id(0);
    for (; left >= UNROLLED; left -= UNROLLED) {
#pragma unroll
        for (int round = 0; round < UNROLLED; round++)
            x = fma(x, 0.9995f, 0.5f);
    }
    for (; left > 0; left--)
        x = fma(x, 0.9995f, 0.5f);
    if (k < n)
        out[k] = x;
}
