// y = a x + y, one element a thread: every warp reads and writes whole lines.
//
// warpgrind: --grid 'ceil_div(n, 256)' --block 256
// warpgrind: -a n:i32=1048576 -a a:f32=2 -a x:f32[n]=random -a y:f32[n]=random
__global__ void saxpy(int n, float a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}
