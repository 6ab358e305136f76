// A structure of arrays: all x, then all y, z and w. Neighbours read neighbours.
//
// Launch: groups of any size, at least n items.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void norm_soa(__global const double *points, __global double *out, int n)
{
    __global const double *x = points, *y = x + n, *z = y + n, *w = z + n;
    int i = get_global_id(0);
    if (i < n)
        out[i] = x[i] * x[i] + y[i] * y[i] + z[i] * z[i] + w[i] * w[i];
}
