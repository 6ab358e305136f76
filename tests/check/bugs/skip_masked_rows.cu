#define COLS 64

__global__ void masked_rows(const float *value, const unsigned char *mask, float *out, int rows)
{
    __shared__ float line[COLS];
    int t = threadIdx.x;
    line[t] = 0.0f;
    __syncthreads();

    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        if (!mask[row * COLS + t])
            continue;
        line[t] = value[row * COLS + t]; //! sync, race
        __syncthreads(); //! sync
        float left = line[(t + COLS - 1) % COLS]; //! sync, race
        float right = line[(t + 1) % COLS]; //! sync, race
        out[row * COLS + t] = 0.5f * (left + right);
        __syncthreads(); //! sync
    }
}
