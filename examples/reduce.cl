// The sum of each group's values, by a tree in local memory whose active work items stay side by side.
//
// warpgrind: --grid n/256 --block 256 -a in:i32[n]=i%97 -a out:i32[n/256] -a partial:i32[256]=local -a n:i32=262144
__kernel void reduce(__global const int *in, __global int *out, __local int *partial, int n)
{
    int item = get_local_id(0), i = get_global_id(0);
    partial[item] = i < n ? in[i] : 0;
    for (int half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < half_size)
            partial[item] += partial[item + half_size];
    }
    if (item == 0)
        out[get_group_id(0)] = partial[0];
}
