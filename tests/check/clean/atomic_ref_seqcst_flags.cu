#include <cuda/atomic>

// Thread t of block 0 and thread t of block 1 contend for cell t; both may give up, never may both go on.
extern "C" __global__ void atomic_ref_seqcst_flags(int *want, int *cell)
{
    int t = threadIdx.x, me = blockIdx.x;
    cuda::atomic_ref<int, cuda::thread_scope_device> mine(want[me * 48 + t]);
    cuda::atomic_ref<int, cuda::thread_scope_device> theirs(want[(1 - me) * 48 + t]);
    mine.store(1, cuda::std::memory_order_seq_cst);
    if (theirs.load(cuda::std::memory_order_seq_cst) == 0)
        cell[t] = me * 1000 + t;
}
