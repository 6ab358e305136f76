int clamp_col(int x, int width)
{
    return clamp(x, 0, width);
}

int clamp_row(int y, int height)
{
    return clamp(y, 0, height - 1);
}

__kernel void box_blur(__global const float *img, __global float *out, int width, int height)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height)
        return;

    float sum = 0.0f;
    for (int dy = -1; dy <= 1; dy++) {
        int row = clamp_row(y + dy, height) * width;
        for (int dx = -1; dx <= 1; dx++)
            sum += img[row + clamp_col(x + dx, width)];  //! bounds
    }
    out[y * width + x] = sum / 9.0f;
}
