__device__ void acquire(int *lock)
{
    while (atomicCAS(lock, 0, 1) != 0) //! sync
        ;
    __threadfence();
}

__device__ void release(int *lock)
{
    __threadfence();
    atomicExch(lock, 0);
}

__global__ void book_entries(const int *account, const int *amount, int *lock, int *balance)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int a = account[i];
    int value = amount[i];
    acquire(&lock[a]); //! sync
    balance[a] += value;
    __syncwarp(); //! sync
    release(&lock[a]);
}
