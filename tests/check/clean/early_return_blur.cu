// Three-point blur; threads past the end leave before the barrier.
#define BLOCK 160

__global__ void early_return_blur(const float *in, float *out, int n)
{
    __shared__ float s[BLOCK + 2];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;
    if (i >= n)
        return;
    s[t + 1] = in[i];
    if (t == 0)
        s[0] = in[max(i - 1, 0)];
    if (t == BLOCK - 1 || i == n - 1)
        s[t + 2] = in[min(i + 1, n - 1)];
    __syncthreads();
    out[i] = 0.25f * s[t] + 0.5f * s[t + 1] + 0.25f * s[t + 2];
}
