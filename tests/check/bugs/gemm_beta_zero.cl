__kernel void gemm_ab(__global const float *a, __global const float *b, __global float *c,
                      int m, int n, int k, float alpha, float beta)
{
    int col = get_global_id(0);
    int row = get_global_id(1);
    if (row >= m || col >= n)
        return;

    float acc = 0.0f;
    for (int j = 0; j < k; j++)
        acc = mad(a[row * k + j], b[j * n + col], acc);

    int at = row * n + col;
    c[at] = alpha * acc + beta * c[at];  //! uninitialised
}
