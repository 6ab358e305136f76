// Data that is published without a fence: another block may see the flag before the data.
// warpgrind check finds missing_fence.
//
// warpgrind: --grid 2 --block 32 -a data:i32[32] -a flag:i32[1] -a y:i32[32]
__global__ void hand_over(int *data, int *flag, int *y)
{
    if (blockIdx.x == 0) {
        data[threadIdx.x] = threadIdx.x;
        __syncthreads();
        if (threadIdx.x == 0)
            atomicExch(flag, 1); // __threadfence() is missing before this line
    } else {
        while (atomicAdd(flag, 0) == 0) {
        }
        __threadfence();
        y[threadIdx.x] = data[threadIdx.x];
    }
}
