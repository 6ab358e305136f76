// Rows are fetched by async_work_group_copy and read after wait_group_events.
#define WG 32

__kernel void cl_async_rows(__global const float *in, __global float *out, const int cols)
{
    __local float row[2 * WG];
    const int lid = get_local_id(0), g = get_group_id(0);
    event_t done = async_work_group_copy(row, in + g * cols, (size_t)cols, (event_t)0);
    wait_group_events(1, &done);
    float s = 0.0f;
    for (int k = lid; k < cols; k += WG)
        s += row[cols - 1 - k] * (k + 1);
    out[g * WG + lid] = s;
}
