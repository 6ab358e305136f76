// Connected components: edges hook roots to smaller roots, then every vertex looks up its root.
__device__ int find_root(int *parent, int v)
{
    int p;
    while ((p = ((volatile int *)parent)[v]) != v)
        v = p;
    return v;
}

__device__ void unite(int *parent, int a, int b)
{
    for (;;) {
        a = find_root(parent, a);
        b = find_root(parent, b);
        if (a == b)
            return;
        int high = max(a, b), low = min(a, b);
        int old = atomicCAS(&parent[high], high, low);
        if (old == high)
            return;
        a = old;
        b = low;
    }
}

__global__ void union_find(const int *edge, int edges, int *parent, int *label, int vertices)
{
    for (int e = threadIdx.x; e < edges; e += blockDim.x)
        unite(parent, edge[2 * e], edge[2 * e + 1]);
    __syncthreads();
    for (int v = threadIdx.x; v < vertices; v += blockDim.x)
        label[v] = find_root(parent, v);
}
