// A structure of arrays: all x, then all y, then all z. Neighbours read neighbours.
//
// Launch: groups of any size, at least n items.
__kernel void norm_soa(__global const float *points, __global float *out, int n)
{
    __global const float *x = points, *y = x + n, *z = y + n;
    int i = get_global_id(0);
    if (i < n)
        out[i] = x[i] * x[i] + y[i] * y[i] + z[i] * z[i];
}
