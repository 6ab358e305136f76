// A table [n][30], stored by rows, a row a work-item: neighbours write 120 bytes apart.
//
// Launch: groups of any size, at least n items.
#define COLUMNS 30

__kernel void fill_row_major(__global const float *x, __global float *table, int n)
{
    int row = get_global_id(0);
    if (row >= n)
        return;
    float value = x[row];
    for (int column = 0; column < COLUMNS; column++)
        table[(size_t)row * COLUMNS + column] = value * (column + 1);
}
