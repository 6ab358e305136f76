__global__ void take_all(int *head, int *sum, int n)
{
    __shared__ int item;
    for (;;) {
        if (threadIdx.x == 0)
            item = atomicAdd(head, 1);
        __syncthreads();
        if (item >= n)
            break;
        if (threadIdx.x == 0)
            *sum += item; //! race
        __syncthreads();
    }
}
