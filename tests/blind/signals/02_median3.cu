// The median of 3 x 3 pixels: the rows are sorted, then the middle of the nine follows from the middles of the columns.
__device__ void sort3(int &a, int &b, int &c)
{
    int low = min(a, b), high = max(a, b);
    int rest = min(high, c);
    c = max(high, c);
    a = min(low, rest);
    b = max(low, rest);
}

__global__ void median3(const unsigned char *image, unsigned char *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    int left = max(x - 1, 0), right = min(x + 1, width - 1);
    int low[3], middle[3], high[3];
#pragma unroll
    for (int j = 0; j < 3; j++) {
        const unsigned char *row = image + (size_t)min(max(y + j - 1, 0), height - 1) * width;
        low[j] = row[left];
        middle[j] = row[x];
        high[j] = row[right];
        sort3(low[j], middle[j], high[j]);
    }
    int a = max(max(low[0], low[1]), low[2]);
    sort3(middle[0], middle[1], middle[2]);
    int c = min(min(high[0], high[1]), high[2]);
    int b = middle[1];
    sort3(a, b, c);
    out[(size_t)y * width + x] = b;
}
