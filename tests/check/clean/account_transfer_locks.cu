#include <cuda/atomic>

using Lock = cuda::atomic_ref<int, cuda::thread_scope_device>;

__device__ bool tryLock(int *word)
{
    int expected = 0;
    return Lock(*word).compare_exchange_strong(expected, 1, cuda::std::memory_order_acquire, cuda::std::memory_order_relaxed);
}

__device__ void unlock(int *word)
{
    Lock(*word).store(0, cuda::std::memory_order_release);
}

extern "C" __global__ void account_transfer_locks(const int *from, const int *to, const int *amount, int *balance, int *locks, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || from[i] == to[i])
        return;
    int a = from[i], b = to[i];
    int lo = min(a, b), hi = max(a, b);
    bool done = false;
    while (!done) {
        if (tryLock(&locks[lo])) {
            if (tryLock(&locks[hi])) {
                int sum = min(amount[i], balance[a]);
                balance[a] -= sum;
                balance[b] += sum;
                unlock(&locks[hi]);
                done = true;
            }
            unlock(&locks[lo]);
        }
    }
}
