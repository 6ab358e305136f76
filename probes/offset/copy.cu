// A copy that begins `offset` elements into the arrays. 32 floats of a warp that begin at a multiple of 8 lie in 4 sectors
// of 32 bytes; anywhere else they reach into a fifth. The neighbouring warp wants that sector too and usually finds it in
// a cache, so that reading loses little; written sectors that are not full cost more.
//
// Launch: 256 threads a block, n threads in all.
__global__ void offset_read(const float *in, float *out, int n, int offset)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < n)
        out[k] = in[k + offset];
}

__global__ void offset_write(const float *in, float *out, int n, int offset)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < n)
        out[k + offset] = in[k];
}

__global__ void offset_copy(const float *in, float *out, int n, int offset)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < n)
        out[k + offset] = in[k + offset];
}
