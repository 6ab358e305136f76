__kernel void relax_left(__global float *state, __global float *change, int n, float rate)
{
    int i = get_global_id(0);
    float here = 0.0f, left = 0.0f;
    if (i < n) {
        here = state[i];
        left = i > 0 ? state[i - 1] : here; //! race
    }
    barrier(CLK_GLOBAL_MEM_FENCE);

    if (i < n) {
        float next = here + rate * (left - here);
        state[i] = next; //! race
        change[i] = fabs(next - here);
    }
}
