#define GROUP 64

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void mark_edges(__global const float *signal, __global float *edges, int n)
{
    __local float weight[GROUP];
    __local float tile[GROUP];
    int l = get_local_id(0);
    int i = get_global_id(0);

    tile[l] = i < n ? signal[i] : 0.0f;
    weight[l] = 1.0f / (1.0f + l);
    barrier(CLK_LOCAL_MEM_FENCE);

    if (i > 0 && i < n) {
        float left = tile[l - 1]; //! bounds
        float step = fabs(tile[l] - left);
        edges[i] = step * weight[GROUP - 1 - l];
    } else if (i == 0) {
        edges[0] = 0.0f;
    }
}
