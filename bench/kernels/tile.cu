// Matrix product through tiles in shared memory, n a multiple of 32.
enum { TILE = 32 };

extern "C" __global__ void tile(int n, const float *a, const float *b, float *c)
{
    __shared__ float left[TILE][TILE], right[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty, column = blockIdx.x * TILE + tx;
    float sum = 0;
    for (int k = 0; k < n; k += TILE) {
        left[ty][tx] = a[row * n + k + tx];
        right[ty][tx] = b[(k + ty) * n + column];
        __syncthreads();
        for (int q = 0; q < TILE; q++)
            sum += left[ty][q] * right[q][tx];
        __syncthreads();
    }
    c[row * n + column] = sum;
}
