// A race in shared memory: threads read what others write to the tile, and no barrier lies between.
// warpgrind check finds race_shared.
//
// warpgrind: --grid 4 --block 256 -a x:f32[1024]=i -a y:f32[1024]
__global__ void reverse(const float *x, float *y)
{
    __shared__ float tile[256];
    int first = blockIdx.x * 256;
    tile[threadIdx.x] = x[first + threadIdx.x];
    // __syncthreads() is missing
    y[first + threadIdx.x] = tile[255 - threadIdx.x];
}
