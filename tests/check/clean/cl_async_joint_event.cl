__kernel void cl_async_joint_event(__global const float *a, __global const float *b, __global float *dots, int perGroup)
{
    __local float ta[64], tb[64];
    int t = get_local_id(0);
    int base = get_group_id(0) * perGroup;
    float acc = 0.0f;
    for (int k = 0; k < perGroup; k += 64) {
        event_t e = async_work_group_copy(ta, a + base + k, 64, 0);
        e = async_work_group_copy(tb, b + base + k, 64, e);
        wait_group_events(1, &e);
        acc += ta[t] * tb[63 - t];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    ta[t] = acc;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int h = 32; h > 0; h >>= 1) {
        if (t < h)
            ta[t] += ta[t + h];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0)
        dots[get_group_id(0)] = ta[0];
}
