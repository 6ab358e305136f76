template <typename T> struct View {
    T *origin;
    long long strideX, strideY;
    int w, h;
    __device__ T &at(int x, int y) const { return origin[x * strideX + y * strideY]; }
    __device__ View flipX() const { return {origin + (w - 1) * strideX, -strideX, strideY, w, h}; }
    __device__ View flipY() const { return {origin + (h - 1) * strideY, strideX, -strideY, w, h}; }
};

extern "C" __global__ void reverse_stride_view(const unsigned char *image, unsigned char *turned, int w, int h, int pitch)
{
    View<const unsigned char> source{image, 1, pitch, w, h};
    View<unsigned char> target{turned, 1, w, w, h};
    auto flipped = source.flipX().flipY();
    auto mirrored = target.flipY();
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) {
        int far = flipped.at(x, y);
        int near = y > 0 ? flipped.at(x, y - 1) : far;
        mirrored.at(x, y) = (unsigned char)((far + near) / 2);
    }
}
