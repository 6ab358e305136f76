// Atomics of OpenCL 2.0. tests/unit/test_opencl.c knows what comes out.
//
// warpgrind: -k explicit --grid 4 --block 64 -a out:i32[32] -a wide:u64[4] -a n:i32=32
kernel void explicit(global atomic_int *out, global atomic_ulong *wide, int n)
{
    local atomic_int here;
    int i = get_global_id(0);
    if (get_local_id(0) == 0)
        atomic_init(&here, 5);
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    atomic_fetch_add_explicit(&out[0], i, memory_order_relaxed, memory_scope_device);
    atomic_fetch_add_explicit(&out[1], 1, memory_order_acq_rel);
    atomic_fetch_sub(&out[2], 1);
    atomic_fetch_max_explicit(&out[3], i, memory_order_relaxed, memory_scope_device);
    atomic_fetch_min_explicit(&out[4], -i, memory_order_relaxed, memory_scope_device);
    atomic_fetch_or(&out[5], 1 << (i % 31));
    atomic_fetch_xor(&out[6], i);
    atomic_fetch_add_explicit(&here, 1, memory_order_relaxed, memory_scope_work_group);
    atomic_fetch_add_explicit(&wide[0], (ulong)1 << 33, memory_order_seq_cst, memory_scope_device);
    int old = atomic_load_explicit(&out[7], memory_order_relaxed, memory_scope_device);
    while (!atomic_compare_exchange_strong_explicit(&out[7], &old, old + 3, memory_order_acq_rel,
                                                    memory_order_relaxed, memory_scope_device))
        ;
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
    atomic_store_explicit(&out[8], 9, memory_order_release, memory_scope_device);
    atomic_exchange(&out[9], 11);
    if (!atomic_flag_test_and_set((global atomic_flag *)&out[11]))
        atomic_fetch_add(&out[12], 1);
    atomic_fetch_max(&wide[1], (ulong)i << 40);
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0)
        atomic_fetch_add(&out[10], atomic_load(&here));
}
