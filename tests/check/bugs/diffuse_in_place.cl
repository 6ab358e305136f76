#define T 8

__kernel void diffuse(__global float *grid, int w, int h, float rate)
{
    __local float tile[T + 2][T + 2];
    int lx = get_local_id(0), ly = get_local_id(1);
    int x0 = get_group_id(0) * T - 1, y0 = get_group_id(1) * T - 1;

    for (int k = ly * T + lx; k < (T + 2) * (T + 2); k += T * T) {
        int ty = k / (T + 2), tx = k % (T + 2);
        int x = clamp(x0 + tx, 0, w - 1);
        int y = clamp(y0 + ty, 0, h - 1);
        tile[ty][tx] = grid[y * w + x];  //! race
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);

    int x = get_global_id(0), y = get_global_id(1);
    if (x < w && y < h) {
        float c = tile[ly + 1][lx + 1];
        float sum = tile[ly][lx + 1] + tile[ly + 2][lx + 1] + tile[ly + 1][lx] + tile[ly + 1][lx + 2];
        grid[y * w + x] = c + rate * (sum - 4.0f * c);  //! race
    }
}
