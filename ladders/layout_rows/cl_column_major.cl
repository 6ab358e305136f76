// The table transposed in memory, [30][n], a row a work-item: neighbours write neighbours.
//
// Launch: groups of any size, at least n items.
#define COLUMNS 30

__kernel void fill_column_major(__global const float *x, __global float *table, int n)
{
    int row = get_global_id(0);
    if (row >= n)
        return;
    float value = x[row];
    for (int column = 0; column < COLUMNS; column++)
        table[(size_t)column * n + row] = value * (column + 1);
}
