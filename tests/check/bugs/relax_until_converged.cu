#define N 96

__global__ void relax_lines(const float *u0, float *u, int max_iter, float tol)
{
    __shared__ float s[N];
    int t = threadIdx.x;
    int left = t > 0 ? t - 1 : t;
    int right = t < N - 1 ? t + 1 : t;
    int at = blockIdx.x * N + t;

    s[t] = u0[at];
    __syncthreads();
    for (int it = 0; it < max_iter; it++) {
        float next = 0.25f * s[left] + 0.5f * s[t] + 0.25f * s[right];
        __syncthreads();  //! sync
        float change = fabsf(next - s[t]);
        s[t] = next;
        if (change < tol)
            break;
        __syncthreads();  //! sync
    }
    __syncthreads();  //! sync
    u[at] = s[t];
}
