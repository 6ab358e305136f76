// The strided copy in OpenCL: work-item k takes element k * stride.
__kernel void strided_copy(__global const float *in, __global float *out, int count, int stride)
{
    int k = get_global_id(0);
    if (k < count)
        out[(size_t)k * stride] = in[(size_t)k * stride];
}
