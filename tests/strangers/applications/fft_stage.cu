// One radix-2 stage of an in-place FFT over a long signal (input already in bit-reversed order).
// The host launches it log2(n) times, with log2_half = 0, 1, 2, ...
extern "C" __global__ void fft_stage(float2 *data, int n, int log2_half)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n / 2)
        return;

    int half = 1 << log2_half;
    int j = t & (half - 1);
    int top = ((t >> log2_half) << (log2_half + 1)) + j;
    int bottom = top + half;

    // twiddle factor
    float angle = -3.14159265358979f * j / half;
    float s, c;
    sincosf(angle, &s, &c);

    float2 a = data[top];
    float2 b = data[bottom];
    float2 wb;
    wb.x = c * b.x - s * b.y;
    wb.y = c * b.y + s * b.x;

    data[top] = make_float2(a.x + wb.x, a.y + wb.y);
    data[bottom] = make_float2(a.x - wb.x, a.y - wb.y);
}
