// A mask that names lanes which do not take part: the last warp has only half of its lanes in the branch.
// warpgrind check finds mask_absent.
//
// warpgrind: --grid 1 --block 64 -a n:i32=48 -a x:f32[n]=1 -a sum:f32[2]
__global__ void warp_sums(int n, const float *x, float *sum)
{
    int i = threadIdx.x;
    float v = 0;
    if (i < n) {
        v = x[i];
        for (int step = 16; step > 0; step /= 2)
            v += __shfl_down_sync(0xffffffff, v, step); // belongs behind the branch
    }
    if (i % 32 == 0)
        sum[i / 32] = v;
}
