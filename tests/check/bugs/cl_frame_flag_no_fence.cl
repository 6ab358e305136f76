__kernel void apply_frame(__global float *frame, volatile __global int *ready,
                          __global const float *in, __global float *out)
{
    int l = get_local_id(0);
    int i = get_global_id(0);

    if (get_group_id(0) == 0) {
        frame[l] = 1.0f / (1.0f + l); //! sync, race
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l == 0)
            atomic_xchg(ready, 1); //! sync, race
    } else {
        if (l == 0) {
            while (atomic_add(ready, 0) == 0) //! sync
                ;
            mem_fence(CLK_GLOBAL_MEM_FENCE);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        out[i] = in[i] * frame[l]; //! sync, race
    }
}
