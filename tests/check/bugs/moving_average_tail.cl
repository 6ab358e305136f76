#define SIZE 64
#define SPAN 4

float window_mean(__local const float *win, int first)
{
    float sum = 0.0f;
    int last = min(first + SPAN, SIZE);
    for (int k = first; k < last; k++)
        sum += win[k];  //! uninitialised
    return sum / (last - first);
}

__kernel void moving_average(__global const float *x, __global float *y, int n)
{
    __local float win[SIZE];
    int lid = get_local_id(0);
    int gid = get_global_id(0);

    if (gid < n)
        win[lid] = x[gid];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (gid < n)
        y[gid] = window_mean(win, lid);  //! uninitialised
}
