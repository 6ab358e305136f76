__kernel void depth_to_metres(__global const ushort *depth, __global float *metres,
                              int width, int height, int pitch, float scale)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    if (x >= width || y >= height)
        return;

    ushort raw = depth[y * pitch + x]; //! bounds
    float value = raw == 0 ? NAN : raw * scale;
    if (value > 3.5f)
        value = 3.5f;

    metres[y * width + x] = value;
}
