// Encodes bytes one by one into local memory, then writes them out as words of four.
#define WG 32

__kernel void cl_byte_words(__global const uchar *plain, __global uint *cipher, const uint key, const int n)
{
    __local uchar buf[4 * WG] __attribute__((aligned(4)));
    const int lid = get_local_id(0), base = get_group_id(0) * 4 * WG;
    for (int k = lid; k < 4 * WG; k += WG) {
        const uchar p = base + k < n ? plain[base + k] : (uchar)0;
        buf[k] = p ^ (uchar)(key >> (8 * (k & 3)));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    __local const uint *words = (__local const uint *)buf;
    const uint w = words[lid];
    if (base + 4 * lid < n)
        cipher[base / 4 + lid] = rotate(w, 5u) ^ as_uint(vload4(lid, (__local const uchar *)buf));
}
