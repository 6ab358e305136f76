// A table of n rows and 30 columns, element (row, column) being x[row] * (column + 1), in three layouts: by rows, by columns, and
// by rows of 32 with zeros at the end. x holds integers below 1009, so every product is exact.
#include <stddef.h>

enum { COLUMNS = 30, PITCH = 32 };

void row_major(const float *x, float *table, int n)
{
#pragma omp parallel for
    for (int row = 0; row < n; row++)
        for (int column = 0; column < COLUMNS; column++)
            table[(size_t)row * COLUMNS + column] = x[row] * (column + 1);
}

void column_major(const float *x, float *table, int n)
{
#pragma omp parallel for
    for (int column = 0; column < COLUMNS; column++)
        for (int row = 0; row < n; row++)
            table[(size_t)column * n + row] = x[row] * (column + 1);
}

void pitched(const float *x, float *table, int n)
{
#pragma omp parallel for
    for (int row = 0; row < n; row++)
        for (int column = 0; column < PITCH; column++)
            table[(size_t)row * PITCH + column] = column < COLUMNS ? x[row] * (column + 1) : 0;
}
