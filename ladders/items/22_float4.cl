// float4 in OpenCL C, where vectors have operators: four elements in one load, one multiply-add as it is written, one store.
//
// Launch: a work item for each four elements.
__kernel void axpy_float4(__global const float *x, __global const float *y, __global float *out, int n, float a)
{
    int i = 4 * (int)get_global_id(0);
    if (i + 3 < n) {
        float4 u = *(__global const float4 *)&x[i], v = *(__global const float4 *)&y[i];
        *(__global float4 *)&out[i] = a * u + v;
    } else {
        for (; i < n; i++) // the last ones
            out[i] = a * x[i] + y[i];
    }
}
