#define LEVELS 64

extern __shared__ float staged[];

__device__ int level_of(unsigned char p)
{
    return p >> 1;
}

__global__ void gamma_correct(const unsigned char *pixels, const float *curve, float *out, int n)
{
    __shared__ float lut[LEVELS];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;

    for (int k = t; k < LEVELS; k += blockDim.x)
        lut[k] = curve[k];
    staged[t] = i < n ? pixels[i] * (1.0f / 255.0f) : 0.0f;
    __syncthreads();

    float left = t > 0 ? staged[t - 1] : staged[t];
    if (i < n) {
        float g = lut[level_of(pixels[i])];  //! bounds
        out[i] = 0.5f * g + 0.25f * (left + staged[t]);
    }
}
