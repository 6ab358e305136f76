struct Graph {
    const int *from;
    const int *to;
    int edges;
};

__device__ void visit(Graph g, int e, int *level, int *parent, int depth)
{
    int u = g.from[e];
    int v = g.to[e];
    if (level[u] != depth)  //! race
        return;
    if (level[v] >= 0)  //! race
        return;
    level[v] = depth + 1;  //! race
    parent[v] = u;  //! race
}

__global__ void bfs_step(const int *from, const int *to, int *level, int *parent, int edges, int depth)
{
    Graph g = {from, to, edges};
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e < g.edges)
        visit(g, e, level, parent, depth);
}
