// Five-point stencil with a halo in shared memory; its corners are neither loaded nor read.
#define W 16
#define H 8

__global__ void stencil_halo(const float *in, float *out, int width, int height)
{
    __shared__ float s[H + 2][W + 2];
    int x = blockIdx.x * W + threadIdx.x, y = blockIdx.y * H + threadIdx.y;
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    int cx = min(x, width - 1), cy = min(y, height - 1);
    s[ty][tx] = in[cy * width + cx];
    if (threadIdx.x == 0)
        s[ty][0] = in[cy * width + max(x - 1, 0)];
    if (threadIdx.x == W - 1)
        s[ty][W + 1] = in[cy * width + min(x + 1, width - 1)];
    if (threadIdx.y == 0)
        s[0][tx] = in[max(y - 1, 0) * width + cx];
    if (threadIdx.y == H - 1)
        s[H + 1][tx] = in[min(y + 1, height - 1) * width + cx];
    __syncthreads();
    if (x < width && y < height)
        out[y * width + x] = 0.5f * s[ty][tx] + 0.125f * (s[ty - 1][tx] + s[ty + 1][tx] + s[ty][tx - 1] + s[ty][tx + 1]);
}
