// Rows of eight values: inclusive scan, and the difference between the mirrored and the next value.
extern "C" __global__ void shuffle_width_rows(const float *plane, float *rowScan, float *rowSpread, int n)
{
    const unsigned all = 0xffffffffu;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = plane[i < n ? i : n - 1];
    int rank = threadIdx.x & 7;
    float scan = v;
    for (int d = 1; d < 8; d *= 2) {
        float up = __shfl_up_sync(all, scan, d, 8);
        if (rank >= d)
            scan += up;
    }
    float total = __shfl_sync(all, scan, 15, 8);
    float mirror = __shfl_xor_sync(all, v, 7, 8);
    float next = __shfl_down_sync(all, v, 1, 8);
    float wrapped = __shfl_sync(all, v, rank + 3, 8);
    if (i < n) {
        rowScan[i] = scan / total;
        rowSpread[i] = mirror - next + wrapped;
    }
}
