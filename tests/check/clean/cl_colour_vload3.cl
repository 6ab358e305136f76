// Packed 3-component colours: vload3 and vstore3 on addresses that are no multiple of 16.
float3 to_yuv(float3 c)
{
    const float y = dot(c, (float3)(0.299f, 0.587f, 0.114f));
    return (float3)(y, 0.492f * (c.z - y), 0.877f * (c.x - y));
}

__kernel void cl_colour_vload3(__global const float *rgb, __global float *yuv, __global uchar *grey, const int pixels)
{
    const int i = get_global_id(0);
    if (i >= pixels)
        return;
    const float3 c = vload3(i, rgb);
    const float3 o = to_yuv(c);
    vstore3(o, i, yuv);
    grey[i] = convert_uchar_sat_rte(o.x * 255.0f);
}
