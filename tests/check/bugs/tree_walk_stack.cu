#define DEPTH 8

__global__ void tree_walk(const float *weight, const float *cutoff, float *total, int nodes, int queries)
{
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q >= queries)
        return;

    int stack[DEPTH];
    int top = 0;
    float sum = 0.0f;
    stack[top++] = 0;
    while (top > 0) {
        int node = stack[--top]; //! bounds, uninitialised
        float w = weight[node];
        if (w < cutoff[q])
            continue;
        sum += w;
        int left = 2 * node + 1;
        int right = left + 1;
        if (right < nodes)
            stack[top++] = right; //! bounds
        if (left < nodes)
            stack[top++] = left; //! bounds
    }
    total[q] = sum;
}
