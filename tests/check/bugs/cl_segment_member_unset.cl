typedef struct {
    float start;
    float length;
    int open;
} Segment;

__kernel void total_length(__global const float *start, __global const float *stop, __global float *total, int n)
{
    __local Segment segment[32];
    int l = get_local_id(0);
    int i = get_global_id(0);
    segment[l].start = i < n ? start[i] : 0.0f;
    segment[l].open = i >= n || stop[i] < start[i];
    if (!segment[l].open)
        segment[l].length = stop[i] - start[i];
    barrier(CLK_LOCAL_MEM_FENCE);

    if (l == 0) {
        float sum = 0.0f;
        for (int k = 0; k < 32; k++)
            sum += segment[k].length; //! uninitialised
        total[get_group_id(0)] = sum; //! uninitialised
    }
}
