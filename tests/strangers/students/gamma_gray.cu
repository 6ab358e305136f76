// Makes a gray picture from an RGB picture and applies the gamma correction for the screen.

extern "C" __global__ void gamma_gray(const unsigned char *rgb, unsigned char *gray, int pixels)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pixels)
        return;

    float r = rgb[3 * i + 0];
    float g = rgb[3 * i + 1];
    float b = rgb[3 * i + 2];

    // the eye sees green best
    float light = 0.2126 * r + 0.7152 * g + 0.0722 * b;

    float corrected = 255.0 * pow(light / 255.0, 1.0 / 2.2);
    if (corrected > 255.0)
        corrected = 255.0;

    gray[i] = (unsigned char)(corrected + 0.5);
}
