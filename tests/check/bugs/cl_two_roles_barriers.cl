__kernel void load_and_compute(__global const float *in, __global float *out, int rounds)
{
    __local float stage[32];
    int l = get_local_id(0);
    int lane = l % 32;
    int group = get_group_id(0);

    if (l < 32) {
        for (int r = 0; r < rounds; r++) {
            stage[lane] = in[(r * 2 + group) * 32 + lane]; //! sync, race
            barrier(CLK_LOCAL_MEM_FENCE); //! sync
            barrier(CLK_LOCAL_MEM_FENCE); //! sync
        }
    } else {
        float sum = 0.0f;
        for (int r = 0; r < rounds; r++) {
            barrier(CLK_LOCAL_MEM_FENCE); //! sync
            sum += stage[31 - lane] * (r + 1); //! sync, race
        }
        out[group * 32 + lane] = sum;
    }
}
