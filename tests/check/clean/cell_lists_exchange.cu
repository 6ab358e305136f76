extern "C" __global__ void cell_lists_exchange(const float *position, int *crowd, int n)
{
    __shared__ int head[9];
    __shared__ short next[96];
    __shared__ float place[96];
    int t = threadIdx.x, i = blockIdx.x * 96 + t;
    if (t < 9)
        head[t] = -1;
    __syncthreads();
    int cell = 0;
    if (i < n) {
        place[t] = position[i];
        cell = min((int)place[t], 8);
        next[t] = (short)atomicExch(&head[cell], t);
    }
    __syncthreads();
    if (i >= n)
        return;
    int near = 0;
    for (int c = max(cell - 1, 0); c <= min(cell + 1, 8); ++c)
        for (int k = head[c]; k >= 0; k = next[k])
            near += k != t && fabsf(place[k] - place[t]) < 0.75f;
    crowd[i] = near;
}
