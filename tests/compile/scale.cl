#ifndef FACTOR
#define FACTOR 2.0f
#endif

__kernel void scale(__global float *p, __local float *tile, int n)
{
    int i = get_global_id(0);
    tile[get_local_id(0)] = sin(p[i]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n)
        p[i] = FACTOR * tile[get_local_id(0) ^ 1];
}
