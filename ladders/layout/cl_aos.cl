// An array of structures of four doubles: each load of a warp touches 32 sectors, one for each work-item.
//
// Launch: groups of any size, at least n items.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

typedef struct {
    double x, y, z, w;
} Point;

__kernel void norm_aos(__global const Point *points, __global double *out, int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    double x = points[i].x, y = points[i].y, z = points[i].z, w = points[i].w;
    out[i] = x * x + y * y + z * z + w * w;
}
