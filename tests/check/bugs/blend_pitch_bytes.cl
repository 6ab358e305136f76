float over_white(float v)
{
    return 1.0f - (1.0f - v) * 0.9f;
}

__kernel void blend(__global const float *src, __global const float *over, __global float *dst,
                    int width, int height, int pitch, float alpha)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    if (x >= width || y >= height)
        return;

    __global const float *row = src + y * pitch;
    float base = row[x];  //! bounds
    float top = over_white(over[y * width + x]);
    dst[y * width + x] = mix(base, top, alpha);
}
