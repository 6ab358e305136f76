// Components of a small graph per block: labels go down until no thread changes one.
#define V 90

__global__ void label_propagation(const int *neighbour, int *label, int *rounds, int degree)
{
    __shared__ int lab[V];
    int t = threadIdx.x, base = blockIdx.x * V, count = 0, changed;
    lab[t] = t;
    __syncthreads();
    do {
        int low = lab[t];
        for (int k = 0; k < degree; k++)
            low = min(low, lab[neighbour[(base + t) * degree + k]]);
        changed = low != lab[t];
        __syncthreads();
        lab[t] = low;
        changed = __syncthreads_or(changed);
        count++;
    } while (changed);
    label[base + t] = lab[t];
    if (t == 0)
        rounds[blockIdx.x] = count;
}
