#define LEVELS 16

__global__ void grey_levels(const unsigned char *image, int *level, int n)
{
    __shared__ int local_level[LEVELS];
    if (threadIdx.x < LEVELS)
        local_level[threadIdx.x] = 0;
    __syncthreads();

    int begin = blockIdx.x * 512;
    int end = min(begin + 512, n);
    for (int i = begin + threadIdx.x; i < end; i += blockDim.x)
        local_level[image[i] >> 4]++; //! race
    __syncthreads();

    if (threadIdx.x < LEVELS)
        atomicAdd(&level[threadIdx.x], local_level[threadIdx.x]);
}
