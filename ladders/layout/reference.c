// Member f of point p is ((4 p + f) * 37) % 1009 in every layout: that is what ladder.json fills `points` with, each rung's in its
// own order. So the results are computed from the numbers themselves, not from the memory: a rung whose layout was mixed up, in
// the kernel or in its data, does not pass. All values are integers, so sums are exact.
static double member(long p, int f)
{
    return (double)((4 * p + f) * 37 % 1009);
}

void double_x(const void *points, double *out, int n)
{
    (void)points;
#pragma omp parallel for
    for (int p = 0; p < n; p++)
        out[p] = 2 * member(p, 0);
}

void norm(const void *points, double *out, int n)
{
    (void)points;
#pragma omp parallel for
    for (int p = 0; p < n; p++) {
        double sum = 0;
        for (int f = 0; f < 4; f++)
            sum += member(p, f) * member(p, f);
        out[p] = sum;
    }
}
