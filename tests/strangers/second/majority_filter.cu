// Cleans up a segmentation: each pixel gets the label that is most frequent in the 7 x 7 window around it.
// At the edges the window is clamped to the image.
#define CLASSES 32
#define R 3

extern "C" __global__ void majority_filter(const unsigned char *__restrict__ labels, unsigned char *__restrict__ out,
                                           int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;

    int votes[CLASSES];
    for (int c = 0; c < CLASSES; c++)
        votes[c] = 0;

    for (int dy = -R; dy <= R; dy++) {
        int yy = min(max(y + dy, 0), height - 1);
        for (int dx = -R; dx <= R; dx++) {
            int xx = min(max(x + dx, 0), width - 1);
            votes[labels[yy * width + xx]]++;
        }
    }

    int best = 0;
    for (int c = 1; c < CLASSES; c++)
        if (votes[c] > votes[best])
            best = c;
    out[y * width + x] = (unsigned char)best;
}
