struct Edges {
    const int *target;
    int count;
};

__device__ void count_edge(int *degree, int vertex, int vertices)
{
    if (vertex >= 0 && vertex < vertices)
        atomicAdd_block(&degree[vertex], 1); //! race
}

__global__ void degree_count(const int *target, int *degree, int edges, int vertices)
{
    Edges list = {target, edges};
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e < list.count)
        count_edge(degree, list.target[e], vertices); //! race
}
