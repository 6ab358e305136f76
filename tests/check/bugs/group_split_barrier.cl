#define SIZE 64
#define HALF 32

__kernel void min_over_mean(__global const float *x, __global float *ratio, int n)
{
    __local float s[SIZE];
    __local float m[HALF];
    __local float lowest, total;
    int lid = get_local_id(0);
    int gid = get_global_id(0);

    s[lid] = gid < n ? x[gid] : 1.0f;
    barrier(CLK_LOCAL_MEM_FENCE);

    if (lid < HALF) {
        m[lid] = min(s[lid], s[lid + HALF]);
        barrier(CLK_LOCAL_MEM_FENCE);  //! sync
        if (lid == 0) {
            float best = m[0];
            for (int k = 1; k < HALF; k++)
                best = min(best, m[k]);
            lowest = best;
        }
    } else if (lid == HALF) {
        float sum = 0.0f;
        for (int k = 0; k < SIZE; k++)
            sum += s[k];
        total = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);  //! sync
    if (lid == 0)
        ratio[get_group_id(0)] = lowest * SIZE / total;
}
