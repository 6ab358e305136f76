int run_length(__global const uchar *row, int cols)
{
    int best = 0, run = 0;
    for (int c = 0; c < cols; c++) {
        run = row[c] ? run + 1 : 0;
        best = max(best, run);
    }
    return best;
}

__kernel void longest_run(__global const uchar *series, __global int *longest, int rows, int cols)
{
    int row = get_global_id(0);
    if (row >= rows)
        return;
    int run = run_length(series + row * cols, cols);
    if (run > *longest) //! race
        *longest = run; //! race
}
