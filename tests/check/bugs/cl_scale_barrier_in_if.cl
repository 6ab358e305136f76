__kernel void scale_by_peak(__global const float *x, __global float *scaled, int n)
{
    __local float part[64];
    __local float peak;
    int i = get_global_id(0);
    int l = get_local_id(0);
    part[l] = 0.0f; //! sync, race
    if (i < n) {
        part[l] = fabs(x[i]); //! sync, race
        barrier(CLK_LOCAL_MEM_FENCE); //! sync
        if (l == 0) {
            float best = 0.0f;
            for (int k = 0; k < 64; k++)
                best = fmax(best, part[k]); //! sync, race, uninitialised
            peak = best; //! sync, race
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE); //! sync
    if (i < n)
        scaled[i] = x[i] / (peak + 0.001f); //! sync, race, uninitialised
}
