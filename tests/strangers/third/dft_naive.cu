// power spectrum of many short signals, straight from the definition
__global__ void dft_naive(const float *signal, float *power, int signals, int len)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int s = blockIdx.y;
    if (k >= len)
        return;
    float re = 0.0f, im = 0.0f;
    for (int t = 0; t < len; t++) {
        float angle = 6.2831853f * k * t / len;
        re += signal[s * len + t] * cosf(angle);
        im -= signal[s * len + t] * sinf(angle);
    }
    power[s * len + k] = re * re + im * im;
}
