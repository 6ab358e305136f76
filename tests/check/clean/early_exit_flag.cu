__global__ void search(const int *x, volatile int *found, int n, int key)
{
    int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n && !*found; i += stride)
        if (x[i] == key)
            *found = 1;
}
