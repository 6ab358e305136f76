// Points of three floats in an array of structures. (Not float3, which OpenCL pads to 16 bytes.)
//
// Launch: groups of any size, at least n items.
typedef struct {
    float x, y, z;
} Point;

__kernel void norm_aos(__global const Point *points, __global float *out, int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    float x = points[i].x, y = points[i].y, z = points[i].z;
    out[i] = x * x + y * y + z * z;
}
