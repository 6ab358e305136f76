__global__ void shift(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int next = x[i + 1]; //! race
        x[i] = next; //! race
    }
}
