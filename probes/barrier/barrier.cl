// A multiply-add, then a barrier, and again.
__kernel void barriers(__global float *out, int rounds, int group)
{
    float x = get_local_id(0);
    for (int round = 0; round < rounds; round++) {
        x = fma(x, 0.9995f, 0.5f);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_group_id(0) * group + get_local_id(0)] = x;
}
