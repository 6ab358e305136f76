// Sums that are right when blocks and warps run one after another, and wrong on a GPU; the first is right there, too.
__device__ int sum_of_warp(int value)
{
    for (int step = 16; step > 0; step /= 2)
        value += __shfl_xor_sync(0xffffffff, value, step);
    return value;
}

__global__ void atomic(const int *x, int *y)
{
    int sum = sum_of_warp(x[blockIdx.x * blockDim.x + threadIdx.x]);
    if (threadIdx.x % 32 == 0)
        atomicAdd(y, sum);
}

__global__ void blocks(const int *x, int *y)
{
    int sum = sum_of_warp(x[blockIdx.x * blockDim.x + threadIdx.x]);
    if (threadIdx.x % 32 == 0)
        *y += sum;
}

__global__ void warps(const int *x, int *y)
{
    __shared__ int s;
    if (threadIdx.x == 0)
        s = 0;
    __syncthreads();
    int sum = sum_of_warp(x[blockIdx.x * blockDim.x + threadIdx.x]);
    if (threadIdx.x % 32 == 0)
        s += sum;
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(y, s);
}

__global__ void last_warp(const int *x, int *y)
{
    __shared__ volatile int s[64];
    int t = threadIdx.x;
    s[t] = x[blockIdx.x * blockDim.x + t];
    __syncthreads();
    if (t < 32) {
        s[t] = s[t] + s[t + 32];
        s[t] = s[t] + s[t + 16];
        s[t] = s[t] + s[t + 8];
        s[t] = s[t] + s[t + 4];
        s[t] = s[t] + s[t + 2];
        s[t] = s[t] + s[t + 1];
    }
    if (t == 0)
        atomicAdd(y, s[0]);
}

__global__ void tiles(const int *x, int *y)
{
    __shared__ int tile[64];
    int t = threadIdx.x, sum = 0;
    for (int k = 0; k < 4; k++) {
        tile[t] = x[blockIdx.x * 64 + (t + 16 * k) % 64];
        sum += tile[t ^ 1];
    }
    sum = sum_of_warp(sum);
    if (t % 32 == 0)
        atomicAdd(y, sum / 4);
}
