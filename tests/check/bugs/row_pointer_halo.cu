#define ROWS 8

__global__ void column_curvature(const float *image, float *out, int width, int height)
{
    __shared__ const float *row[ROWS + 2];
    int top = blockIdx.y * ROWS;
    if (threadIdx.x < ROWS + 2) {
        int y = top + (int)threadIdx.x - 1;
        row[threadIdx.x] = y >= 0 && y < height ? image + y * width : nullptr;
    }
    __syncthreads();

    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= width)
        return;
    for (int k = 1; k <= ROWS; k++) {
        int y = top + k - 1;
        if (y >= height)
            break;
        float centre = row[k][x];
        float above = row[k - 1] ? row[k - 1][x] : centre;
        float below = row[k + 1][x]; //! bounds
        out[y * width + x] = above + below - 2.0f * centre;
    }
}
