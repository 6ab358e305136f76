// A copy that leaves gaps: thread k takes element k * stride. A warp asks for 128 bytes whatever the stride is; memory moves
// whole sectors of 32 bytes, so at stride 2 half of what arrives is thrown away, at stride 8 and above seven eighths.
//
// Launch: 256 threads a block, count = (n - 1) / stride + 1 threads in all.
__global__ void strided_read(const float *in, float *out, int count, int stride)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < count)
        out[k] = in[(size_t)k * stride];
}

__global__ void strided_write(const float *in, float *out, int count, int stride)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < count)
        out[(size_t)k * stride] = in[k];
}

__global__ void strided_copy(const float *in, float *out, int count, int stride)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < count)
        out[(size_t)k * stride] = in[(size_t)k * stride];
}
