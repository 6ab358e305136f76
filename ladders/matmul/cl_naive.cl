// One work-item an element of C, the column from dimension 0: neighbours read neighbours of B, and the same value of A.
//
// Launch: groups of 32 x 8, at least n x n items.
__kernel void matmul_naive(__global const float *a, __global const float *b, __global float *c, int n)
{
    int column = get_global_id(0), row = get_global_id(1);
    if (row >= n || column >= n)
        return;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[(size_t)row * n + k] * b[(size_t)k * n + column];
    c[(size_t)row * n + column] = sum;
}
