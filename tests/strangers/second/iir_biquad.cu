// A biquad section (transposed direct form II) over many audio channels. The samples are interleaved:
// x[t * channels + c]. The state of each channel is kept between calls.
extern "C" __global__ void iir_biquad(const float *x, float *y, float2 *state, int channels, int samples,
                                      float b0, float b1, float b2, float a1, float a2)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= channels)
        return;

    float2 s = state[c];
    for (int t = 0; t < samples; t++) {
        float in = x[t * channels + c];
        float out = b0 * in + s.x;
        s.x = b1 * in - a1 * out + s.y;
        s.y = b2 * in - a2 * out;
        y[t * channels + c] = out;
    }
    state[c] = s;
}
