__kernel void cl_reinterpret_phases(__global const float *in, __global uint *digest, __global uchar *low, __local float *scratch, int n)
{
    int t = get_local_id(0), i = get_global_id(0);
    __local uint *bits = (__local uint *)scratch;
    __local uchar4 *bytes = (__local uchar4 *)scratch;
    scratch[t] = i < n ? in[i] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint mixed = bits[t] ^ rotate(bits[31 - t], 7u);
    barrier(CLK_LOCAL_MEM_FENCE);
    bits[t] = mixed;
    barrier(CLK_LOCAL_MEM_FENCE);
    uchar4 four = bytes[(t + 9) & 31];
    __local uchar *raw = (__local uchar *)scratch;
    uchar one = raw[t * 3];
    if (i < n) {
        digest[i] = as_uint(four) + mixed;
        low[i] = one + four.w;
    }
}
