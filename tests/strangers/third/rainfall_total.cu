// total rainfall of all measurements, started as rainfall_total<<<1, 1024>>>
__global__ void rainfall_total(const float *mm, float *total, int n)
{
    __shared__ float partial[1024];
    int t = threadIdx.x;
    float sum = 0.0f;
    for (int i = t; i < n; i += blockDim.x) {
        if (mm[i] > 0.0f)
            sum += mm[i];
    }
    partial[t] = sum;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s)
            partial[t] += partial[t + s];
        __syncthreads();
    }
    if (t == 0)
        *total = partial[0];
}
