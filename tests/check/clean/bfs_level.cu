// One level of a breadth-first search; a vertex is claimed by the thread whose compare-and-swap succeeds.
#define LOCAL 12

__global__ void bfs_level(const int *start, const int *adj, int *level, const int *frontier, int size, int *next,
                          int *next_size, int depth)
{
    __shared__ int queue[LOCAL], queued, base;
    if (threadIdx.x == 0)
        queued = 0;
    __syncthreads();
    int f = blockIdx.x * blockDim.x + threadIdx.x;
    if (f < size) {
        int v = frontier[f];
        for (int e = start[v]; e < start[v + 1]; e++) {
            int u = adj[e];
            if (atomicCAS(&level[u], -1, depth + 1) != -1)
                continue;
            int slot = atomicAdd(&queued, 1);
            if (slot < LOCAL)
                queue[slot] = u;
            else
                next[atomicAdd(next_size, 1)] = u;
        }
    }
    __syncthreads();
    int m = min(queued, LOCAL);
    if (threadIdx.x == 0)
        base = atomicAdd(next_size, m);
    __syncthreads();
    for (int k = threadIdx.x; k < m; k += blockDim.x)
        next[base + k] = queue[k];
}
