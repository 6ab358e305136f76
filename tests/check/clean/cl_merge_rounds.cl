int rankIn(__global const int *run, int n, int key, int after)
{
    int lo = 0, hi = n;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (run[mid] < key || (after && run[mid] == key))
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

__kernel void cl_merge_rounds(__global int *data, __global int *spare)
{
    __global int *from = data + get_group_id(0) * 128, *to = spare + get_group_id(0) * 128;
    for (int run = 1; run < 128; run *= 2) {
        for (int i = get_local_id(0); i < 128; i += get_local_size(0)) {
            int start = i / (2 * run) * (2 * run);
            int second = (i - start) >= run;
            __global const int *other = from + start + (second ? 0 : run);
            int key = from[i];
            int at = start + (i - start) % run + rankIn(other, run, key, second);
            to[at] = key;
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
        __global int *t = from;
        from = to;
        to = t;
    }
}
