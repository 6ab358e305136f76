__kernel void cl_async_columns(__global const float *matrix, __global float *columnSorted, __local float *column, int rows, int cols)
{
    int t = get_local_id(0), size = get_local_size(0);
    for (int c = get_group_id(0); c < cols; c += get_num_groups(0)) {
        event_t in = async_work_group_strided_copy(column, matrix + c, rows, cols, 0);
        wait_group_events(1, &in);
        for (int phase = 0; phase < rows; ++phase) {
            for (int p = 2 * t + (phase & 1); p + 1 < rows; p += 2 * size) {
                float a = column[p], b = column[p + 1];
                column[p] = fmin(a, b);
                column[p + 1] = fmax(a, b);
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        event_t out = async_work_group_copy(columnSorted + c * rows, column, rows, 0);
        wait_group_events(1, &out);
    }
}
