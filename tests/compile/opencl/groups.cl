// What work-items of a group do together: OpenCL 2.0. tests/unit/test_opencl.c knows what comes out. Groups of 100 have
// a last sub-group of four work-items.
//
// warpgrind: -k collective --grid 3 --block 100 -a in:i32[300]=(i*37)%101-50 -a out:i32[n] -a n:i32=3600
kernel void collective(global const int *in, global int *out, int n)
{
    size_t i = get_global_id(0), row = get_global_size(0);
    int x = in[i];
    out[i] = work_group_reduce_add(x);
    out[row + i] = work_group_reduce_min(x);
    out[2 * row + i] = work_group_reduce_max(x);
    out[3 * row + i] = work_group_scan_inclusive_add(x);
    out[4 * row + i] = work_group_scan_exclusive_add(x);
    out[5 * row + i] = work_group_scan_inclusive_max(x);
    out[6 * row + i] = work_group_scan_exclusive_min(x);
    out[7 * row + i] = work_group_broadcast(x, 77);
    out[8 * row + i] = work_group_all(x > -50) + 2 * work_group_any(x == 50);
    out[9 * row + i] = (int)work_group_reduce_add((float)x * 0.5f);
    out[10 * row + i] = (int)work_group_reduce_max((long)x << 20) + (int)(work_group_reduce_add((ulong)i << 32) >> 32);
    out[11 * row + i] = (int)work_group_reduce_min((double)x) + (int)work_group_scan_inclusive_add((uint)1);
}

// warpgrind: -k plane --grid 1,2 --block 8,10 -a out:i32[n] -a n:i32=640
kernel void plane(global int *out, int n)
{
    size_t i = get_global_linear_id(), row = get_global_size(0) * get_global_size(1);
    int x = (int)get_local_linear_id();
    out[i] = work_group_broadcast(x, 3, 7);
    out[row + i] = work_group_scan_inclusive_add(1);
    out[2 * row + i] = (int)(get_enqueued_local_size(1) + 100 * get_global_offset(0) + 1000 * get_work_dim());
    out[3 * row + i] = (int)(get_num_groups(1) * 10 + get_group_id(1));
}

// warpgrind: -k subgroups --grid 2 --block 80 -a out:i32[n] -a n:i32=1920
kernel void subgroups(global int *out, int n)
{
    size_t i = get_global_id(0), row = get_global_size(0);
    int x = (int)i;
    out[i] = (int)(get_sub_group_size() + 100 * get_max_sub_group_size());
    out[row + i] = (int)(get_sub_group_id() + 100 * get_num_sub_groups());
    out[2 * row + i] = (int)get_sub_group_local_id();
    out[3 * row + i] = sub_group_reduce_add(x);
    out[4 * row + i] = sub_group_reduce_max(x);
    out[5 * row + i] = sub_group_scan_inclusive_add(1);
    out[6 * row + i] = sub_group_scan_exclusive_add(x);
    out[7 * row + i] = sub_group_broadcast(x, 5);
    out[8 * row + i] = sub_group_all(x >= 0) + 2 * sub_group_any(x == 3);
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    out[9 * row + i] = sub_group_shuffle(x, 2) + sub_group_shuffle_xor(x, 1);
    out[10 * row + i] = (int)sub_group_reduce_min((float)x);
    out[11 * row + i] = (int)(sub_group_reduce_add((ulong)x << 33) >> 33);
}

global int counter = 7;
constant int table[] = {1, 2, 3};

int look(int *p)
{
    return *p;
}

// Pointers that do not say where they point, variables of the program.
//
// warpgrind: -k generic_pointers --grid 2 --block 64 -a out:i32[n] -a n:i32=256
kernel void generic_pointers(global int *out, int n)
{
    local int tile[64];
    size_t i = get_global_id(0), item = get_local_id(0);
    tile[item] = (int)item;
    out[i] = 5;
    work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    int *p = item & 1 ? (int *)&tile[item] : (int *)&out[i];
    int in_global = to_global(p) != 0, in_local = item && to_local(p) == &tile[item]; // tile[0] may be at 0, as NULL is
    out[i] = look(p) + 100 * in_global + 1000 * in_local + counter + table[1];
    out[128 + i] = ctz((int)i);
}

// warpgrind: -k barriers --grid 1 --block 64 -a out:i32[n] -a tile:i32[64]=local -a n:i32=192
kernel void barriers(global int *out, local int *tile, int n)
{
    local int other[64];
    int i = get_local_id(0);
    tile[i] = i;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    out[i] = tile[63 - i];
    other[i] = tile[i] * 2;
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    out[64 + i] = other[i ^ 32];
    work_group_barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    out[128 + i] = out[63 - i];
}
