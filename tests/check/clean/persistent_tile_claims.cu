extern "C" __global__ void persistent_tile_claims(const float *image, float *binned, int *nextTile, int w, int h)
{
    __shared__ int tile;
    __shared__ float block[4][16];
    int bw = w / 4, bh = h / 4;
    int perRow = (bw + 3) / 4;
    for (;;) {
        if (threadIdx.x == 0)
            tile = atomicAdd(nextTile, 1);
        __syncthreads();
        int mine = tile;
        if (mine >= perRow * bh)
            break;
        int by = mine / perRow, bx = mine % perRow * 4;
        int x = bx * 4 + threadIdx.x % 16, y = by * 4 + threadIdx.x / 16;
        block[threadIdx.x / 16][threadIdx.x % 16] = x < bw * 4 ? image[y * w + x] : 0.0f;
        __syncthreads();
        if (threadIdx.x < 4 && bx + threadIdx.x < bw) {
            float s = 0.0f;
            for (int k = 0; k < 16; ++k)
                s += block[k / 4][threadIdx.x * 4 + k % 4];
            binned[by * bw + bx + threadIdx.x] = s / 16.0f;
        }
    }
}
