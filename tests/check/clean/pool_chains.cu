// Hash chains per block: nodes come from a global pool by an atomic counter, heads are exchanged atomically.
#define HEADS 32
struct Entry {
    int key;
    int next;
};

__global__ void pool_chains(const int *key, Entry *pool, int *used, int *length, int n)
{
    __shared__ int head[HEADS];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (t < HEADS)
        head[t] = -1;
    __syncthreads();
    if (i < n) {
        int e = atomicAdd(used, 1);
        pool[e].key = key[i];
        pool[e].next = atomicExch(&head[key[i] % HEADS], e);
    }
    __syncthreads();
    if (t < HEADS) {
        int count = 0;
        for (int e = head[t]; e >= 0; e = pool[e].next)
            if (pool[e].key % HEADS == t)
                count++;
        length[blockIdx.x * HEADS + t] = count;
    }
}
