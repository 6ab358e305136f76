// Pushes the points inside a circle to a list, one atomic per group of lanes that came here together.
__device__ int push_slot(int *counter)
{
    unsigned mask = __activemask();
    int lane = threadIdx.x & 31;
    int leader = __ffs(mask) - 1;
    int base = 0;
    if (lane == leader)
        base = atomicAdd(counter, __popc(mask));
    base = __shfl_sync(mask, base, leader);
    return base + __popc(mask & ((1u << lane) - 1u));
}

__global__ void aggregated_push(const float2 *p, int *inside, int *n_inside, int *outside, int *n_outside, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float2 q = p[i];
    float dx = q.x - 0.5f, dy = q.y - 0.5f;
    if (dx * dx + dy * dy < 0.16f)
        inside[push_slot(n_inside)] = i;
    else
        outside[push_slot(n_outside)] = i;
}
