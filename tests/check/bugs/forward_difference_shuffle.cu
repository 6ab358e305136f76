__global__ void forward_difference(const float *x, float *d, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31;
    unsigned present = __ballot_sync(0xffffffffu, i < n);

    if (i < n) {
        float v = x[i];
        float next = __shfl_down_sync(present, v, 1);  //! sync
        if (lane == 31 && i + 1 < n)
            next = x[i + 1];
        if (lane == 31 && i + 1 == n)
            next = v;
        d[i] = next - v;  //! sync
    }
}
