// A radix-4 stage of a Stockham FFT of 4 * span * groups points: a thread a butterfly, its twiddle by sincosf.
__device__ float2 times(float2 a, float2 b)
{
    return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

__global__ void fft_radix4(const float2 *in, float2 *out, int span, int groups)
{
    int quarter = span * groups;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= quarter)
        return;
    int k = j % span;
    float2 w1;
    sincosf(-1.57079633f * k / span, &w1.y, &w1.x);
    float2 w2 = times(w1, w1), w3 = times(w2, w1);

    float2 a = in[j];
    float2 b = times(in[j + quarter], w1);
    float2 c = times(in[j + 2 * quarter], w2);
    float2 d = times(in[j + 3 * quarter], w3);

    float2 even = make_float2(a.x + c.x, a.y + c.y), odd = make_float2(a.x - c.x, a.y - c.y);
    float2 sum = make_float2(b.x + d.x, b.y + d.y), turned = make_float2(b.y - d.y, d.x - b.x); // -i (b - d)
    float2 *to = out + 4 * (j - k) + k;
    to[0] = make_float2(even.x + sum.x, even.y + sum.y);
    to[span] = make_float2(odd.x + turned.x, odd.y + turned.y);
    to[2 * span] = make_float2(even.x - sum.x, even.y - sum.y);
    to[3 * span] = make_float2(odd.x - turned.x, odd.y - turned.y);
}
