__kernel void cl_sieve_bitmap(__global uint *composite, __global int *primes)
{
    __local uint bits[10];
    __local int left;
    int t = get_local_id(0), g = get_group_id(0);
    int low = g * 320;
    if (t < 10)
        bits[t] = 0;
    if (t == 31)
        left = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    int f = t + 2;
    for (int m = max(f * f, (low + f - 1) / f * f); m < low + 320; m += f)
        atomic_or(&bits[(m - low) / 32], 1u << (m - low) % 32);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < 10) {
        uint b = bits[t];
        composite[g * 10 + t] = b;
        atomic_add(&left, 32 - (int)popcount(b));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t == 5)
        primes[g] = left - (g == 0 ? 2 : 0);
}
