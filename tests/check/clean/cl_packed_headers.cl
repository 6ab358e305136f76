typedef struct __attribute__((packed)) {
    uchar type;
    ushort port;
    short delta;
} Header;

__kernel void cl_packed_headers(__global const uchar *stream, __global uint *sums, int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    __global const Header *h = (__global const Header *)stream + i;
    uint s = h->type + h->port * 3u;
    if (i + 1 < n && h[1].type == h->type)
        s += (uint)(h[1].delta & 0xff);
    sums[i] = s;
}
