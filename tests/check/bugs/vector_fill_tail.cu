#define MAX_COLS 64

__global__ void similarity_row(const float *a, const float *b, float *sim, int rows, int others, int cols, int pitch)
{
    __shared__ __align__(16) float query[MAX_COLS];
    int row = blockIdx.x;
    const float4 *src = reinterpret_cast<const float4 *>(a + row * pitch);
    float4 *dst = reinterpret_cast<float4 *>(query);

    for (int v = threadIdx.x; v < cols / 4; v += blockDim.x)
        dst[v] = src[v];
    __syncthreads();

    for (int o = threadIdx.x; o < others; o += blockDim.x) {
        float dot = 0.0f;
        for (int c = 0; c < cols; c++)
            dot += query[c] * b[o * pitch + c];  //! uninitialised
        sim[row * others + o] = dot;  //! uninitialised
    }
}
