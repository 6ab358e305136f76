__kernel void cl_wavefront_align(__global const uchar *query, __global const uchar *target, __global int *score, int qlen, int tlen)
{
    __local int diag[3][49];
    __local int best;
    int r = get_local_id(0);
    __global const uchar *q = query + get_group_id(0) * qlen;
    for (int k = r; k < 3 * 49; k += get_local_size(0))
        diag[k / 49][k % 49] = 0;
    if (r == 0)
        best = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    int top = 0;
    for (int d = 0; d < qlen + tlen - 1; ++d) {
        int c = d - r;
        __local int *now = diag[d % 3], *last = diag[(d + 2) % 3], *older = diag[(d + 1) % 3];
        if (r < qlen) {
            int h = 0;
            if (c >= 0 && c < tlen) {
                h = older[r] + (q[r] == target[c] ? 2 : -1);
                h = max(h, max(last[r], last[r + 1]) - 1);
                h = max(h, 0);
                top = max(top, h);
            }
            now[r + 1] = h;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    atomic_max(&best, top);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (r == 0)
        score[get_group_id(0)] = best;
}
