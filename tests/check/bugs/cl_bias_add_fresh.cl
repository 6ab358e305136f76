__kernel void dense_layer(__global const float *weight, __global const float *activation,
                          __global const float *bias, __global float *out,
                          int inputs, int outputs, int batch)
{
    int o = get_global_id(0);
    int b = get_global_id(1);
    if (o >= outputs || b >= batch)
        return;

    float sum = bias[o];
    for (int k = 0; k < inputs; k++)
        sum += weight[o * inputs + k] * activation[b * inputs + k];

    int at = b * outputs + o;
    out[at] += fmax(sum, 0.0f); //! uninitialised
}
