// Naive matrix product, one element a work-item: what warpgrind, PoCL and Oclgrind all run.
kernel void matmul(int n, global const float *a, global const float *b, global float *c)
{
    int column = get_global_id(0), row = get_global_id(1);
    if (row >= n || column >= n)
        return;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}
