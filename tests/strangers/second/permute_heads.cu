// [batch, seq, heads, dim] -> [batch, heads, seq, dim] for attention, in bf16. The values are only moved, so they are
// handled as 16-bit integers. One thread writes one value.
extern "C" __global__ void permute_heads(const unsigned short *__restrict__ in, unsigned short *__restrict__ out,
                                         int batch, int seq, int heads, int dim)
{
    int total = batch * seq * heads * dim;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total)
        return;

    int d = i % dim;
    int s = (i / dim) % seq;
    int h = (i / (dim * seq)) % heads;
    int b = i / (dim * seq * heads);

    out[i] = in[((b * seq + s) * heads + h) * dim + d];
}
