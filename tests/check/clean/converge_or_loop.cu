extern "C" __global__ void converge_or_loop(const int *seed, int *flooded, int *rounds)
{
    __shared__ int height[2][80];
    int t = threadIdx.x, base = blockIdx.x * 80;
    height[0][t] = seed[base + t];
    __syncthreads();
    int now = 0, round = 0;
    bool changed;
    do {
        int h = height[now][t];
        int best = h;
        if (t > 0)
            best = min(best, height[now][t - 1] + 3);
        if (t < 79)
            best = min(best, height[now][t + 1] + 3);
        height[now ^ 1][t] = best;
        changed = best != h;
        now ^= 1;
        ++round;
    } while (__syncthreads_or(changed));
    flooded[base + t] = height[now][79 - t];
    if (t == 0)
        rounds[blockIdx.x] = round;
}
