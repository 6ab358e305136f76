struct Image {
    const unsigned char *pixel;
    int width, height;

    __device__ unsigned char at(int x, int y) const
    {
        short index = y * width + x;
        return pixel[index]; //! bounds
    }
};

__global__ void sample_points(const unsigned char *image, const int *px, const int *py, unsigned char *sampled,
                              int width, int height, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Image source = {image, width, height};
    int x = px[i], y = py[i];
    if (x < width && y < height)
        sampled[i] = source.at(x, y); //! bounds
}
