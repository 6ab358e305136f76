// C = A B where A is m x 32 and B is 32 x n, one work-item an element of C, both operands from global memory.
//
// Launch: groups of 32 x 8, at least n x m items.
#define TILE 32

__kernel void multiply_straightforward(__global const float *a, __global const float *b, __global float *c, int m,
                                       int n)
{
    int column = get_global_id(0), row = get_global_id(1);
    if (row >= m || column >= n)
        return;
    float sum = 0;
    for (int k = 0; k < TILE; k++)
        sum += a[(size_t)row * TILE + k] * b[(size_t)k * n + column];
    c[(size_t)row * n + column] = sum;
}
