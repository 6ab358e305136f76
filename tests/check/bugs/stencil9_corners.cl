#define T 8

float at(__global const float *src, int x, int y, int w, int h)
{
    return src[clamp(y, 0, h - 1) * w + clamp(x, 0, w - 1)];
}

__kernel void stencil9(__global const float *src, __global float *dst, int w, int h)
{
    __local float t[T + 2][T + 2];
    int lx = get_local_id(0), ly = get_local_id(1);
    int x = get_global_id(0), y = get_global_id(1);

    t[ly + 1][lx + 1] = at(src, x, y, w, h);
    if (lx == 0)
        t[ly + 1][0] = at(src, x - 1, y, w, h);
    if (lx == T - 1)
        t[ly + 1][T + 1] = at(src, x + 1, y, w, h);
    if (ly == 0)
        t[0][lx + 1] = at(src, x, y - 1, w, h);
    if (ly == T - 1)
        t[T + 1][lx + 1] = at(src, x, y + 1, w, h);
    barrier(CLK_LOCAL_MEM_FENCE);

    if (x >= w || y >= h)
        return;
    float acc = 0.0f;
    for (int dy = 0; dy < 3; dy++)
        for (int dx = 0; dx < 3; dx++)
            acc += t[ly + dy][lx + dx];  //! uninitialised
    dst[y * w + x] = acc / 9.0f;  //! uninitialised
}
