void twice(const float *x, float *y, int n)
{
    for (int k = 0; k < n; k++)
        y[k] += 2 * x[k];
}

const char *check(const float *x, const float *y, int n)
{
    for (int k = 0; k < n; k++)
        if (y[k] != 2 * x[k] + 1)
            return "y is not 2 x + 1";
    return 0;
}
