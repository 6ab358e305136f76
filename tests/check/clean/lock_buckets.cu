// Appends to buckets; each bucket has a lock, and lanes of one warp may want the same one.
#define BUCKETS 5

__global__ void lock_buckets(const float *x, int *items, int *size, int *lock, int n, int capacity)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int b = min((int)(x[i] * BUCKETS), BUCKETS - 1);
    bool done = false;
    while (!done) {
        if (atomicCAS(&lock[b], 0, 1) == 0) {
            __threadfence();
            int k = size[b];
            if (k < capacity)
                items[b * capacity + k] = i;
            size[b] = k + 1;
            __threadfence();
            atomicExch(&lock[b], 0);
            done = true;
        }
    }
}
