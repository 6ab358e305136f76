// Collects the peaks of a window in a local array, of which only the filled part is used.
#define MAX_PEAKS 24

__global__ void partial_local(const float *signal, float *spread, int *peaks, int windows, int length)
{
    int w = blockIdx.x * blockDim.x + threadIdx.x;
    if (w >= windows)
        return;
    const float *s = signal + w * length;
    float found[MAX_PEAKS];
    int count = 0;
    for (int i = 1; i + 1 < length; i++)
        if (s[i] > s[i - 1] && s[i] >= s[i + 1] && count < MAX_PEAKS)
            found[count++] = s[i];
    for (int i = 1; i < count; i++) {
        float v = found[i];
        int j = i;
        for (; j > 0 && found[j - 1] > v; j--)
            found[j] = found[j - 1];
        found[j] = v;
    }
    spread[w] = count > 0 ? found[count - 1] - found[0] : 0.0f;
    peaks[w] = count;
}
