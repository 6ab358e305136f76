#include <cuda/atomic>

using Counter = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;
using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

extern "C" __global__ void queue_ready_slots(const float *cost, float2 *slots, int *ready, unsigned *ends, float *taken, int total)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total)
        return;
    Counter tail(ends[0]), head(ends[1]);

    unsigned put = tail.fetch_add(1, cuda::std::memory_order_relaxed);
    slots[put] = make_float2(cost[i], (float)i);
    Flag(ready[put]).store(1, cuda::std::memory_order_release);

    unsigned get = head.fetch_add(1, cuda::std::memory_order_relaxed);
    Flag filled(ready[get]);
    while (!filled.load(cuda::std::memory_order_acquire)) {
    }
    float2 job = slots[get];
    taken[(int)job.y] = job.x * 2.0f + 1.0f;
}
