// 5 x 5 median filter against salt and pepper noise.
// At the border of the picture there are fewer than 25 neighbours, so we count them.

#define R 2

extern "C" __global__ void median5(const float *image, float *result, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;

    // collect the neighbours
    float win[25];
    int count = 0;
    for (int dy = -R; dy <= R; dy++) {
        for (int dx = -R; dx <= R; dx++) {
            int xx = x + dx;
            int yy = y + dy;
            if (xx >= 0 && xx < width && yy >= 0 && yy < height) {
                win[count] = image[yy * width + xx];
                count++;
            }
        }
    }

    // sort them, but only up to the middle
    int middle = count / 2;
    for (int i = 0; i <= middle; i++) {
        for (int j = i + 1; j < count; j++) {
            if (win[j] < win[i]) {
                float swap = win[i];
                win[i] = win[j];
                win[j] = swap;
            }
        }
    }

    result[y * width + x] = win[middle];
}
