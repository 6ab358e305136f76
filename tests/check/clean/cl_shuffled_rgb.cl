__kernel void cl_shuffled_rgb(__global const uchar *rgb, __global const uchar *order, __global uchar *out, int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    uchar3 p = vload3(i, rgb);
    uchar4 four = (uchar4)(p, 255);
    uchar4 mask = (uchar4)(order[i] & 3, (order[i] >> 2) & 3, (order[i] >> 4) & 3, 0);
    uchar4 turned = shuffle(four, mask);
    uchar8 wide = shuffle2(turned, four, (uchar8)(0, 5, 2, 7, 4, 1, 6, 3));
    vstore3(wide.s021 + turned.xyz / (uchar)2, i, out);
}
