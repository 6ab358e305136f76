float4 soft_clip(float4 v, float limit)
{
    return clamp(v, (float4)(-limit), (float4)(limit));
}

__kernel void scale4(__global const float *x, __global float *y, int n, float a)
{
    const float limit = 2.0f;
    int vectors = (n + 3) / 4;
    for (int i = get_global_id(0); i < vectors; i += get_global_size(0)) {
        float4 v = vload4(i, x);  //! bounds
        v = soft_clip(a * v, limit);
        vstore4(v, i, y);
    }
}
