int wrap(int index, int length)
{
    return index % length;
}

__kernel void add_echo(__global const float *ring, __global const float *dry, __global float *wet,
                       int length, int delay, int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;

    float late = ring[wrap(i - delay, length)]; //! bounds
    float later = ring[wrap(i + length / 2, length)];
    wet[i] = dry[i] + 0.5f * late + 0.125f * later;
}
