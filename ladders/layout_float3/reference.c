// Member f of point p is ((3 p + f) * 37) % 1009 in every layout: that is what ladder.json fills `points` with, each rung's in its
// own order. The results are computed from the numbers themselves, not from the memory, so that a layout mixed up in the kernel
// or in the data does not pass. The sums are integers below 2^24: exact in single precision.
static double member(long p, int f)
{
    return (double)((3 * p + f) * 37 % 1009);
}

void norm(const void *points, float *out, int n)
{
    (void)points;
#pragma omp parallel for
    for (int p = 0; p < n; p++) {
        double sum = 0;
        for (int f = 0; f < 3; f++)
            sum += member(p, f) * member(p, f);
        out[p] = (float)sum;
    }
}
