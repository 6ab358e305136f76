// Inclusive scan after Kogge and Stone with two buffers and one barrier for each step.
template <typename T>
__device__ T *scan_block(T *a, T *b, int t, int n)
{
    for (int d = 1; d < n; d *= 2) {
        b[t] = t >= d ? a[t] + a[t - d] : a[t];
        __syncthreads();
        T *x = a;
        a = b;
        b = x;
    }
    return a;
}

template <typename T, int BLOCK>
__global__ void kogge_stone(const T *in, T *out, T *total, int n)
{
    __shared__ T s[2 * BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    s[t] = i < n ? in[i] : T(0);
    __syncthreads();
    T *r = scan_block(s, s + BLOCK, t, BLOCK);
    if (i < n)
        out[i] = t > 0 ? r[t - 1] : T(0);
    if (t == 0)
        total[blockIdx.x] = r[BLOCK - 1];
}
template __global__ void kogge_stone<int, 72>(const int *, int *, int *, int);
