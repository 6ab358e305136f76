// A race in global memory between blocks: each reads the sum, adds its own, and writes it back.
// warpgrind check finds race_global.
//
// warpgrind: --grid 8 --block 64 -a x:f32[512]=1 -a sum:f32[1]=0
__global__ void total(const float *x, float *sum)
{
    __shared__ float part;
    if (threadIdx.x == 0)
        part = 0;
    __syncthreads();
    atomicAdd(&part, x[blockIdx.x * blockDim.x + threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0)
        *sum += part; // atomicAdd(sum, part)
}
