#define BUCKETS 9

__device__ bool try_lock(int *lock)
{
    bool got = atomicCAS(lock, 0, 1) == 0;  //! sync
    if (got)
        __threadfence();
    return got;
}

__device__ void unlock(int *lock)
{
    __threadfence();
    atomicExch(lock, 0);
}

__global__ void fill_buckets(const int *keys, int *locks, int *sizes, int *items, int n, int capacity)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int b = keys[i] % BUCKETS;

    for (bool done = false; !done;) {  //! sync
        if (try_lock(&locks[b])) {  //! sync
            int at = sizes[b];
            if (at >= capacity)
                return;  //! sync
            items[b * capacity + at] = i;
            sizes[b] = at + 1;
            unlock(&locks[b]);
            done = true;
        }
    }
}
