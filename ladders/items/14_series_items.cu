// Four elements a thread, their multiply-adds interleaved: four chains that do not wait for one another. A single warp can now keep its scheduler
// busy, where it took four of them before: independent work within a thread takes the place of threads.
//
// Launch: a thread for each ITEMS elements, a block's threads side by side.
#define TERMS 256
#define ITEMS 4

__global__ void series_items(const float *__restrict__ x, const float *__restrict__ y, float *__restrict__ out, int n, float a)
{
    int first = blockIdx.x * blockDim.x * ITEMS + threadIdx.x;
    float sum[ITEMS], factor[ITEMS], start[ITEMS];
#pragma unroll
    for (int j = 0; j < ITEMS; j++) {
        int i = min(first + j * (int)blockDim.x, n - 1);
        sum[j] = a;
        factor[j] = 0.5f * x[i];
        start[j] = y[i];
    }
#pragma unroll 64
    for (int k = 0; k < TERMS; k++)
#pragma unroll
        for (int j = 0; j < ITEMS; j++)
            sum[j] = sum[j] * factor[j] + start[j];
#pragma unroll
    for (int j = 0; j < ITEMS; j++)
        if (first + j * blockDim.x < n)
            out[first + j * blockDim.x] = sum[j];
}
