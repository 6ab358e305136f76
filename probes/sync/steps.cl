// The same in OpenCL: one step of each element, and all of them.
__kernel void one_step(__global float *data, int n)
{
    int k = get_global_id(0);
    if (k < n)
        data[k] = fma(data[k], 0.75f, 0.5f);
}

__kernel void all_steps(__global float *data, int n, int steps)
{
    int k = get_global_id(0);
    if (k >= n)
        return;
    float x = data[k];
    for (int step = 0; step < steps; step++)
        x = fma(x, 0.75f, 0.5f);
    data[k] = x;
}
