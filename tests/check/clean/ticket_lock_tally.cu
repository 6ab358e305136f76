struct TicketLock {
    unsigned next;
    unsigned serving;
};

__device__ void acquire(TicketLock *lock)
{
    unsigned mine = atomicAdd(&lock->next, 1u);
    while (*(volatile unsigned *)&lock->serving != mine)
        __nanosleep(50);
    __threadfence();
}

__device__ void release(TicketLock *lock)
{
    __threadfence();
    atomicAdd(&lock->serving, 1u);
}

extern "C" __global__ void ticket_lock_tally(const unsigned char *text, int *tally, unsigned *lockWords, int n)
{
    __shared__ int local[32];
    TicketLock *lock = reinterpret_cast<TicketLock *>(lockWords);
    if (threadIdx.x < 32)
        local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&local[text[i] >> 3], 1);
    __syncthreads();

    if (threadIdx.x == 0)
        acquire(lock);
    __syncthreads();
    if (threadIdx.x < 32)
        tally[threadIdx.x] += local[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0)
        release(lock);
}
