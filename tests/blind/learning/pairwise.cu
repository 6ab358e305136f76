// Squared distances of all pairs of points: a tile of 32 x 32 pairs a block, 2 x 2 of them a thread.
#define TILE 32
#define HALF (TILE / 2)

__global__ void __launch_bounds__(HALF *HALF) pairwise(const float *points, float *out, int n, int dims)
{
    __shared__ float rows[TILE][TILE + 1], columns[TILE][TILE + 1];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row0 = blockIdx.y * TILE, column0 = blockIdx.x * TILE;
    float sum[2][2] = {};

    for (int first = 0; first < dims; first += TILE) {
        for (int i = ty * HALF + tx; i < TILE * TILE; i += HALF * HALF) {
            int p = i / TILE, k = i % TILE, dim = first + k;
            rows[p][k] = row0 + p < n && dim < dims ? points[(size_t)(row0 + p) * dims + dim] : 0;
            columns[p][k] = column0 + p < n && dim < dims ? points[(size_t)(column0 + p) * dims + dim] : 0;
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; k++) {
            float a0 = rows[ty][k], a1 = rows[ty + HALF][k];
            float b0 = columns[tx][k], b1 = columns[tx + HALF][k];
            sum[0][0] += (a0 - b0) * (a0 - b0);
            sum[0][1] += (a0 - b1) * (a0 - b1);
            sum[1][0] += (a1 - b0) * (a1 - b0);
            sum[1][1] += (a1 - b1) * (a1 - b1);
        }
        __syncthreads();
    }
    for (int r = 0; r < 2; r++) {
        for (int c = 0; c < 2; c++) {
            int row = row0 + ty + r * HALF, column = column0 + tx + c * HALF;
            if (row < n && column < n)
                out[(size_t)row * n + column] = sum[r][c];
        }
    }
}
