// Scatter-add of floats by compare and exchange on their bits.
void add_float(volatile __global uint *p, float v)
{
    uint seen = atomic_or(p, 0u);
    for (;;) {
        const uint old = atomic_cmpxchg(p, seen, as_uint(as_float(seen) + v));
        if (old == seen)
            return;
        seen = old;
    }
}

__kernel void cl_float_atomic(__global const int *cell, __global const float *weight, __global uint *grid, const int n)
{
    const int i = get_global_id(0);
    if (i < n) {
        add_float(&grid[cell[i]], weight[i]);
        add_float(&grid[cell[i] + 1], 0.5f * weight[i]);
    }
}
