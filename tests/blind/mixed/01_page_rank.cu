// One pull step of PageRank over a graph in CSR form: a thread adds up what the nodes that link to its node give away.
//
// Launch: 256 threads a block, a thread a node.
__global__ void page_rank(const int *row_start, const int *source, const int *out_degree, const float *rank,
                          float *new_rank, int nodes, float damping)
{
    int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node >= nodes)
        return;
    float sum = 0;
    int end = row_start[node + 1];
    for (int e = row_start[node]; e < end; e++) {
        int from = source[e];
        sum += rank[from] / out_degree[from];
    }
    new_rank[node] = (1 - damping) / nodes + damping * sum;
}
