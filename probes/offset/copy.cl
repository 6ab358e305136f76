// The offset copy in OpenCL.
__kernel void offset_copy(__global const float *in, __global float *out, int n, int offset)
{
    int k = get_global_id(0);
    if (k < n)
        out[k + offset] = in[k + offset];
}
