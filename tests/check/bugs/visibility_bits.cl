typedef struct {
    float x, y, r;
} Disc;

int inside(Disc d, float extent)
{
    return d.x + d.r > 0.2f && d.x - d.r < extent && d.y + d.r > 0.2f && d.y - d.r < extent;
}

__kernel void cull(__global const float *centres, __global const float *radii, __global uint *visible, int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    Disc d = {centres[2 * i], centres[2 * i + 1], radii[i]};
    if (inside(d, 1.5f))
        visible[i >> 5] |= 1u << (i & 31);  //! race
}
