// Permutes a tensor (B, T, H, D) to (B, H, T, D), so that every attention head is contiguous.
extern "C" __global__ void permute_0213(float *__restrict__ out, const float *__restrict__ in, int B, int T, int H,
                                        int D)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx >= B * H * T * D)
        return;

    // idx counts the output: out[b][h][t][d] = in[b][t][h][d]
    int b = idx / (H * T * D);
    int rest = idx % (H * T * D);
    int h = rest / (T * D);
    rest = rest % (T * D);
    int t = rest / D;
    int d = rest % D;

    out[idx] = in[((b * T + t) * H + h) * D + d];
}
