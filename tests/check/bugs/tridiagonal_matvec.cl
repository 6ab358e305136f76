__kernel void tridiagonal(__global const float *lower, __global const float *diag, __global const float *upper,
                          __global const float *x, __global float *y, const int n)
{
    const int first = get_global_id(0);
    const int stride = get_global_size(0);

    for (int i = first; i < n; i += stride) {
        float acc = diag[i] * x[i];
        if (i > 0)
            acc += lower[i] * x[i - 1];
        if (i < n)
            acc += upper[i] * x[i + 1];  //! bounds
        y[i] = acc;
    }
}
