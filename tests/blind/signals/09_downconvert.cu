// A complex signal is mixed with a carrier and summed over windows of 8 samples, a thread a window. The carrier's
// phase is a 32-bit fraction of a turn, which wraps around by itself.
#define WINDOW 8

__global__ void downconvert(const float2 *in, float2 *out, int windows, unsigned step)
{
    int window = blockIdx.x * blockDim.x + threadIdx.x;
    if (window >= windows)
        return;
    float re = 0, im = 0;
    for (int k = 0; k < WINDOW; k++) {
        unsigned i = window * WINDOW + k;
        float2 sample = in[i];
        float angle = (int)(step * i) * (3.14159265f / 2147483648.0f);
        float sine, cosine;
        sincosf(angle, &sine, &cosine);
        re += sample.x * cosine + sample.y * sine;
        im += sample.y * cosine - sample.x * sine;
    }
    out[window] = make_float2(re, im);
}
