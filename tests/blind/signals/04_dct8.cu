// The discrete cosine transform of blocks of 8 x 8 pixels, a thread a coefficient: first along rows, then columns.
// The 64 coefficients of a block stand together in the output.
__global__ void dct8(const float *image, const float *basis, float *out, int width, int height)
{
    __shared__ float cosine[8][8], pixels[8][8], rows[8][8];
    int u = threadIdx.x, v = threadIdx.y;
    int x = min(blockIdx.x * 8 + u, width - 1); // beyond the edge the last pixel is repeated
    int y = min(blockIdx.y * 8 + v, height - 1);
    cosine[v][u] = basis[v * 8 + u];
    pixels[v][u] = image[(size_t)y * width + x] - 128;
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 8; k++)
        sum += cosine[u][k] * pixels[v][k];
    rows[v][u] = sum;
    __syncthreads();
    sum = 0;
#pragma unroll
    for (int k = 0; k < 8; k++)
        sum += cosine[v][k] * rows[k][u];
    out[((size_t)blockIdx.y * gridDim.x + blockIdx.x) * 64 + v * 8 + u] = sum;
}
