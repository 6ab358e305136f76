// First layer of our CNN: puts a border of zeros around every picture and scales every channel.
// in  is [batch][channels][height][width]
// out is [batch][channels][height + 2 * pad][width + 2 * pad]
// One thread per element of the output. long, so that it also works for very big batches.

extern "C" __global__ void pad_channels(const float *in, const float *scale, float *out, long batch, long channels,
                                        long height, long width, long pad)
{
    long oh = height + 2 * pad;
    long ow = width + 2 * pad;

    long index = (long)blockIdx.x * blockDim.x + threadIdx.x;
    if (index >= batch * channels * oh * ow)
        return;

    // find out where we are
    long x = index % ow;
    long y = (index / ow) % oh;
    long c = (index / (ow * oh)) % channels;
    long b = index / (ow * oh * channels);

    x -= pad;
    y -= pad;

    float value = 0.0f;
    if (x >= 0 && x < width && y >= 0 && y < height)
        value = in[((b * channels + c) * height + y) * width + x] * scale[c];

    out[index] = value;
}
