// First step of the camera pipeline: interleaved 8-bit RGB to luma (BT.601, 8-bit fixed point).
// The frame is a cropped view: width is what is wanted, pitch the distance of two rows in pixels.
extern "C" __global__ void rgb_to_grey(const uchar3 *__restrict__ src, unsigned char *__restrict__ dst, int width,
                                       int height, int src_pitch, int dst_pitch)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;

    uchar3 p = src[y * src_pitch + x];
    unsigned int luma = 77u * p.x + 150u * p.y + 29u * p.z + 128u;
    dst[y * dst_pitch + x] = (unsigned char)(luma >> 8);
}
