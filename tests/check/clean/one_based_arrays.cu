// Thomas algorithm with indices from 1 to len and a unit diagonal of 2.
__device__ void solve(const float *a, const float *c, const float *r, float *u, int len)
{
    float gamma[12];
    float *g = gamma;
    --g;
    float bet = 2.0f;
    u[1] = r[1] / bet;
    for (int j = 2; j <= len; ++j) {
        g[j] = c[j - 1] / bet;
        bet = 2.0f - a[j] * g[j];
        u[j] = (r[j] - a[j] * u[j - 1]) / bet;
    }
    const float *stop = u;
    float *p = u + len;
    while (--p != stop)
        *p -= g[p - u + 1] * p[1];
}

extern "C" __global__ void one_based_arrays(const float *lower, const float *upper, const float *right, float *solution, int systems, int len)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s < systems) {
        int at = s * len - 1;
        solve(lower + at, upper + at, right + at, solution + at, len);
    }
}
