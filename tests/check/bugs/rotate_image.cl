#define T 8

__kernel void rotate90(__global const float *img, __global float *out, int w, int h)
{
    __local float tile[T][T + 1];
    int lx = get_local_id(0), ly = get_local_id(1);
    int x = get_global_id(0), y = get_global_id(1);

    if (x < w && y < h)
        tile[ly][lx] = img[y * w + x];  //! race

    int ox = get_group_id(1) * T + lx;
    int oy = get_group_id(0) * T + ly;
    if (ox < h && oy < w)
        out[oy * h + (h - 1 - ox)] = tile[lx][ly];  //! race, uninitialised
}
