// Luminance of packed RGB floats, read as the aligned float4s that hold them and parts of the neighbours.
__device__ float pick(float4 a, int k) { return k == 0 ? a.x : k == 1 ? a.y : k == 2 ? a.z : a.w; }

__global__ void float4_pixels(const float4 *rgb, float *luma, int pixels)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pixels)
        return;
    int first = 3 * i;
    float4 a = rgb[first / 4];
    float4 b = rgb[(first + 2) / 4];
    float c[3];
    for (int k = 0; k < 3; k++)
        c[k] = (first + k) / 4 == first / 4 ? pick(a, (first + k) & 3) : pick(b, (first + k) & 3);
    luma[i] = 0.299f * c[0] + 0.587f * c[1] + 0.114f * c[2];
}
