__kernel void cl_triangular_solve(__global const float *lower, __global const float *rhs, __global float *x, int order)
{
    __local float b[32];
    int t = get_local_id(0), g = get_group_id(0);
    if (t < order)
        b[t] = rhs[g * order + t];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < order; ++k) {
        if (t == k)
            b[k] /= 1.0f + lower[k * order + k];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t > k && t < order)
            b[t] -= lower[t * order + k] * b[k];
    }
    if (t < order)
        x[g * order + t] = b[t];
}
