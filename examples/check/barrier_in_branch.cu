// A barrier that not all threads of the block reach: half of them go on to the next one.
// warpgrind check finds barriers_differ.
//
// warpgrind: --grid 1 --block 128 -a x:f32[128]=i -a y:f32[128]
__global__ void repeat(const float *x, float *y)
{
    __shared__ float half[64];
    int i = threadIdx.x;
    if (i < 64) {
        half[i] = x[i];
        __syncthreads(); // belongs behind the branch
    }
    y[i] = half[i % 64];
    __syncthreads();
    y[i] += half[63 - i % 64];
}
