// The first rung in OpenCL C: a work item an element.
//
// Launch: a work item an element.
__kernel void axpy_one(__global const float *x, __global const float *y, __global float *out, int n, float a)
{
    int i = get_global_id(0);
    if (i < n)
        out[i] = a * x[i] + y[i];
}
