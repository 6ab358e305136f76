#define T 16

__global__ void transpose(const float *in, float *out, int w, int h)
{
    __shared__ float tile[T][T + 1];
    int x = blockIdx.x * T + threadIdx.x;
    int y = blockIdx.y * T + threadIdx.y;

    if (x < w && y < h)
        tile[threadIdx.y][threadIdx.x] = in[y * w + x];
    __syncthreads();

    int tx = blockIdx.y * T + threadIdx.x;
    int ty = blockIdx.x * T + threadIdx.y;
    if (tx < h && ty < w)
        out[ty * w + tx] = tile[threadIdx.x][threadIdx.y];  //! bounds
}
