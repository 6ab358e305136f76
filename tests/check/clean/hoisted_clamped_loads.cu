extern "C" __global__ void hoisted_clamped_loads(const int *__restrict__ ptr, const int *__restrict__ col,
                                                 const float *__restrict__ val, const float *__restrict__ x, float *y, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    int begin = ptr[row], end = ptr[row + 1];
    float acc = 0.0f;
    for (int k = begin; k < end; k += 4) {
        int last = end - 1;
        int k1 = min(k + 1, last), k2 = min(k + 2, last), k3 = min(k + 3, last);
        float p0 = val[k] * x[col[k]];
        float p1 = val[k1] * x[col[k1]];
        float p2 = val[k2] * x[col[k2]];
        float p3 = val[k3] * x[col[k3]];
        acc += p0;
        acc += k + 1 < end ? p1 : 0.0f;
        acc += k + 2 < end ? p2 : 0.0f;
        acc += k + 3 < end ? p3 : 0.0f;
    }
    y[row] = acc;
}
