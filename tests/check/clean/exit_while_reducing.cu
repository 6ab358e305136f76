// Block sum in which the threads that have nothing more to add leave while the others go on.
#define BLOCK 256

__global__ void exit_while_reducing(const int *in, int *out, int n)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x, sum = 0;
    for (int i = blockIdx.x * BLOCK + t; i < n; i += gridDim.x * BLOCK)
        sum += in[i];
    s[t] = sum;
    __syncthreads();
    for (int d = BLOCK / 2; d >= 32; d /= 2) {
        if (t >= d)
            return;
        s[t] += s[t + d];
        __syncthreads();
    }
    sum = s[t];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, d);
    if (t == 0)
        out[blockIdx.x] = sum;
}
