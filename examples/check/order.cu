// A result that depends on the order: whoever comes first gets the first slot. No race, for the counter is atomic; but
// the list is another one each time.
// warpgrind check --shuffle 4 finds order_dependent.
//
// warpgrind: --grid 8 --block 64 -a n:i32=500 -a 'x:f32[n]=random' -a count:i32[1] -a list:i32[n]
__global__ void collect(int n, const float *x, int *count, int *list)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > 0.5f)
        list[atomicAdd(count, 1)] = i; // the places of a scan would not depend on the order
}
