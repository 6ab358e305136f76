// The lower half of a warp scans through shared memory, the upper half finds the maximum by shuffles.
__global__ void half_warp_roles(const int *in, int *out, int rows)
{
    __shared__ int scan[2][16], peak[2];
    int lane = threadIdx.x & 31, w = threadIdx.x >> 5, row = blockIdx.x * 2 + w;
    if (row >= rows)
        return;
    int h = lane & 15, v = in[row * 16 + h];
    if (lane < 16) {
        const unsigned lower = 0x0000ffffu;
        scan[w][h] = v;
        __syncwarp(lower);
        for (int d = 1; d < 16; d *= 2) {
            int left = h >= d ? scan[w][h - d] : 0;
            __syncwarp(lower);
            scan[w][h] += left;
            __syncwarp(lower);
        }
    } else {
        const unsigned upper = 0xffff0000u;
        for (int d = 8; d > 0; d /= 2)
            v = max(v, __shfl_xor_sync(upper, v, d, 16));
        if (h == 0)
            peak[w] = v;
    }
    __syncwarp();
    if (lane < 16)
        out[row * 16 + h] = scan[w][15 - h] * peak[w];
}
