// y = A x for a CSR matrix with short rows: eight lanes per row.
#define GROUP 8

__global__ void spmv_subwarp(const int *start, const int *col, const float *val, const float *x, float *y, int rows)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int row = t / GROUP, sub = threadIdx.x % GROUP;
    if (row >= rows)
        return;
    int first_lane = (threadIdx.x & 31) - sub;
    unsigned mask = ((1u << GROUP) - 1) << first_lane;
    float s = 0.0f;
    for (int i = start[row] + sub; i < start[row + 1]; i += GROUP)
        s += val[i] * x[col[i]];
    for (int d = GROUP / 2; d > 0; d /= 2)
        s += __shfl_down_sync(mask, s, d, GROUP);
    if (sub == 0)
        y[row] = s;
}
