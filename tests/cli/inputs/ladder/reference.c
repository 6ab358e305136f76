void copy(const float *x, float *y, int n)
{
    for (int k = 0; k < n; k++)
        y[k] = x[k];
}
