__global__ void keep_positive(const int *x, int *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value;
    if (i < n)
        value = x[i];
    unsigned some = __ballot_sync(0xffffffffu, i < n);
    while (some) {
        some &= some - 1;
        __syncwarp();
    }
    if (i < n && value > 0)
        y[i] = value;
}
