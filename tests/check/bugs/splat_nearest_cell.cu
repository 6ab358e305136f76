struct Grid {
    int nx, ny;
    __device__ int cell(float x, float y) const
    {
        int cx = min(max(__float2int_rn(x), 0), nx - 1);
        int cy = min(max(__float2int_rn(y), 0), ny - 1);
        return cy * nx + cx;
    }
};

__global__ void splat_owner(const float *px, const float *py, int *owner, int nx, int ny, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Grid grid = {nx, ny};
    int cell = grid.cell(px[i], py[i]);
    owner[cell] = i; //! race
}
