// An access out of bounds: the grid has more threads than the arrays have elements, and no guard keeps them out.
// warpgrind check finds out_of_bounds.
//
// warpgrind: --grid 4 --block 256
// warpgrind: -a n:i32=1000 -a x:f32[n]=i -a y:f32[n]
__global__ void scale(int n, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = 2 * x[i]; // if (i < n) is missing
}
