// Shared memory that nobody wrote: the guard leaves out the end of the last tile, and the sum reads all of it.
// warpgrind check finds uninitialised.
//
// warpgrind: --grid 2 --block 64 -a n:i32=100 -a x:f32[n]=1 -a sum:f32[2]
__global__ void tile_sum(int n, const float *x, float *sum)
{
    __shared__ float tile[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    if (i < n)
        tile[threadIdx.x] = x[i]; // else tile[threadIdx.x] = 0
    __syncthreads();
    if (threadIdx.x == 0) {
        float all = 0;
        for (int k = 0; k < 64; k++)
            all += tile[k];
        sum[blockIdx.x] = all;
    }
}
