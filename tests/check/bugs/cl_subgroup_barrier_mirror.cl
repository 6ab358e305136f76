#define SPAN 128

int mirrored(int l)
{
    return SPAN - 1 - l;
}

__kernel void mirror_spans(__global const int *in, __global int *out)
{
    __local int span[SPAN];
    int l = get_local_id(0);
    int i = get_global_id(0);
    span[l] = in[i] * 3; //! race
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    int other = span[mirrored(l)]; //! race, uninitialised
    out[i] = other - in[i]; //! race, uninitialised
}
