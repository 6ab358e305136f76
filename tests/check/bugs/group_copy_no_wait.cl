#define SIZE 64

__kernel void sharpen(__global const float *x, __global float *y, float amount)
{
    __local float line[SIZE];
    int lid = get_local_id(0);
    int first = get_group_id(0) * SIZE;

    event_t copied = async_work_group_copy(line, x + first, SIZE, 0);  //! sync, race
    barrier(CLK_LOCAL_MEM_FENCE);

    float left = line[max(lid - 1, 0)];  //! sync, race, uninitialised
    float right = line[min(lid + 1, SIZE - 1)];  //! sync, race, uninitialised
    float v = line[lid];  //! sync, race, uninitialised
    y[first + lid] = v + amount * (v - 0.5f * (left + right));  //! sync, race, uninitialised
}
