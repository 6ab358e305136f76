#define SLOTS 64
#define EMPTY (-1)

__global__ void hash_join(const int *build_keys, const int *build_vals, const int *probe_keys, int *joined,
                          int builds, int probes)
{
    __shared__ int keys[SLOTS];
    __shared__ int vals[SLOTS];
    int t = threadIdx.x;

    for (int s = t; s < SLOTS; s += blockDim.x)
        keys[s] = EMPTY;
    __syncthreads();
    for (int b = t; b < builds; b += blockDim.x) {
        int key = build_keys[b];
        int s = key & (SLOTS - 1);
        while (atomicCAS(&keys[s], EMPTY, key) != EMPTY)
            s = (s + 1) & (SLOTS - 1);
        vals[s] = build_vals[b];
    }
    __syncthreads();

    int p = blockIdx.x * blockDim.x + t;
    if (p < probes) {
        int key = probe_keys[p];
        int s = key & (SLOTS - 1);
        while (keys[s] != key && keys[s] != EMPTY)
            s = (s + 1) & (SLOTS - 1);
        joined[p] = vals[s];  //! uninitialised
    }
}
