extern "C" __global__ void match_any_votes(const int *candidate, const int *weight, int *votes, int *heaviest, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned inside = __ballot_sync(~0u, i < n);
    if (i >= n)
        return;
    int lane = threadIdx.x & 31;
    int who = candidate[i], w = weight[i];
    unsigned peers = __match_any_sync(inside, who);
    int leader = __ffs(peers) - 1;
    if (who % 2) {
        int sum = __reduce_add_sync(peers, w);
        if (lane == leader)
            atomicAdd(&votes[who], sum);
        heaviest[i] = __reduce_max_sync(peers, w);
    } else {
        int count = __popc(peers);
        int old = 0;
        if (lane == leader)
            old = atomicAdd(&votes[who], count);
        heaviest[i] = __shfl_sync(peers, old, leader) + __popc(peers & ((1u << lane) - 1));
    }
}
