// One step of each element. The end of a launch is a barrier for the whole grid: the next launch begins when all threads of
// this one are done and what they wrote can be read. The price is a launch a step, and the way through memory.
//
// Launch: 256 threads a block, n threads in all, once for each step.
__global__ void one_step(float *data, int n)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < n)
        data[k] = fmaf(data[k], 0.75f, 0.5f);
}
