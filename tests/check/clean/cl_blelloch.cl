// Exclusive scan after Blelloch, two elements per work-item, with padding against bank conflicts.
#define N 128
#define AT(i) ((i) + ((i) >> 5))

__kernel __attribute__((reqd_work_group_size(N / 2, 1, 1)))
void cl_blelloch(__global const int *in, __global int *out, __global int *sums, const int n)
{
    __local int s[N + N / 32];
    const int t = get_local_id(0), base = get_group_id(0) * N;
    s[AT(2 * t)] = base + 2 * t < n ? in[base + 2 * t] : 0;
    s[AT(2 * t + 1)] = base + 2 * t + 1 < n ? in[base + 2 * t + 1] : 0;
    int stride = 1;
    for (int active = N / 2; active > 0; active >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t < active)
            s[AT(stride * (2 * t + 2) - 1)] += s[AT(stride * (2 * t + 1) - 1)];
        stride *= 2;
    }
    if (t == 0) {
        sums[get_group_id(0)] = s[AT(N - 1)];
        s[AT(N - 1)] = 0;
    }
    for (int active = 1; active < N; active *= 2) {
        stride >>= 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t < active) {
            const int a = AT(stride * (2 * t + 1) - 1), b = AT(stride * (2 * t + 2) - 1);
            const int x = s[a];
            s[a] = s[b];
            s[b] += x;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (base + t < n)
        out[base + t] = s[AT(t)];
    if (base + t + N / 2 < n)
        out[base + t + N / 2] = s[AT(t + N / 2)];
}
