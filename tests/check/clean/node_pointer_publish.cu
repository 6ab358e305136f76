extern "C" __global__ void node_pointer_publish(const float *value, int *link, float *held, int *head, float *below, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    held[i] = value[i];
    int old = atomicAdd(head, 0), seen;
    do {
        seen = old;
        link[i] = seen;
        __threadfence();
        old = atomicCAS(head, seen, i);
    } while (old != seen);
    __threadfence();

    float sum = 0.0f;
    int hops = 0;
    for (int k = seen; k >= 0 && hops < 5; k = link[k], ++hops)
        sum += held[k];
    below[i] = sum;
}
