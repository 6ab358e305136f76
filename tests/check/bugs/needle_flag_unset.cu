__global__ void find_needle(const int *hay, int *where, int n, int needle)
{
    __shared__ int hit;
    int base = blockIdx.x * blockDim.x;
    int i = base + threadIdx.x;

    if (i < n && hay[i] == needle)
        hit = i;
    __syncthreads();

    if (threadIdx.x == 0) {
        int result = -1;
        if (hit >= base && hit < base + (int)blockDim.x) //! uninitialised
            result = hit; //! uninitialised
        where[blockIdx.x] = result; //! uninitialised
    }
}
