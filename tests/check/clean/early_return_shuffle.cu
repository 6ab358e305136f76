__global__ void early_return_shuffle(float *o, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float v = i;
    v += __shfl_xor_sync(0xffffffff, v, 1);
    __syncwarp();
    o[i] = v;
}
