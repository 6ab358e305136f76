__device__ __forceinline__ float soft_threshold(float difference, float limit)
{
    float magnitude = fabsf(difference) - limit;
    return magnitude > 0.0f ? copysignf(magnitude, difference) : 0.0f;
}

__global__ void frame_motion(const float *__restrict__ video, const float *__restrict__ noise,
                             float *__restrict__ motion, int pixels, int frames)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int frame = blockIdx.y;
    if (i >= pixels || frame >= frames)
        return;
    float now = video[frame * pixels + i];
    float next = video[(frame + 1) * pixels + i]; //! bounds
    motion[frame * pixels + i] = soft_threshold(next - now, noise[i]);
}
