__device__ float right_neighbour(unsigned int mask, float value)
{
    return __shfl_down_sync(mask, value, 1); //! sync
}

__global__ void slopes(const float *height, float *slope, int n, float dx)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int lane = threadIdx.x & 31;
    unsigned int mask = __activemask();
    float here = height[i];
    float right = right_neighbour(mask, here); //! sync
    if (lane == 31)
        right = i + 1 < n ? height[i + 1] : here;
    slope[i] = (right - here) / dx; //! sync
}
