// y = A x in ELLPACK: short rows are filled up with column -1, whose value is loaded and not used.
__kernel void cl_ell_spmv(__global const int *col, __global const float *val, __global const float *x,
                          __global float *y, const int rows, const int pitch, const int width)
{
    const int r = get_global_id(0);
    if (r >= rows)
        return;
    float s = 0.0f;
    for (int k = 0; k < width; k++) {
        const int c = col[k * pitch + r];
        const float v = val[k * pitch + r];
        if (c < 0)
            break;
        s = fma(v, x[c], s);
    }
    y[r] = s;
}
