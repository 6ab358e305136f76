// Counts byte keys; lanes with the same key elect one of them to do the atomic.
__global__ void match_count(const unsigned char *key, unsigned *count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned lane = threadIdx.x & 31;
    unsigned live = __ballot_sync(0xffffffffu, i < n);
    if (i >= n)
        return;
    unsigned k = key[i] & 15u;
    unsigned peers = __match_any_sync(live, k);
    unsigned leader = __ffs(peers) - 1;
    if (lane == leader)
        atomicAdd(&count[k], (unsigned)__popc(peers));
}
