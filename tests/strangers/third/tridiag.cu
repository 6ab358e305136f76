// ADI diffusion step: one tridiagonal system per thread (Thomas algorithm), systems interleaved
__global__ void tridiag(const float *__restrict__ a, const float *__restrict__ b, const float *__restrict__ c,
                        float *__restrict__ d, float *__restrict__ cp, int n, int systems)
{
    const int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= systems)
        return;
    float m = 1.0f / b[s];
    float prev_c = c[s] * m;
    float prev_d = d[s] * m;
    cp[s] = prev_c;
    d[s] = prev_d;
    for (int i = 1; i < n; ++i) {
        const int k = i * systems + s;
        const float ai = a[k];
        m = 1.0f / (b[k] - ai * prev_c);
        prev_c = c[k] * m;
        prev_d = (d[k] - ai * prev_d) * m;
        cp[k] = prev_c;
        d[k] = prev_d;
    }
    for (int i = n - 2; i >= 0; --i) {
        const int k = i * systems + s;
        prev_d = d[k] - cp[k] * prev_d;
        d[k] = prev_d;
    }
}
