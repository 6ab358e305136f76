// Many tridiagonal systems by Thomas's algorithm: a thread a system, the systems interleaved.
__global__ void thomas(const float *lower, const float *diagonal, const float *upper, const float *right, float *work,
                       float *x, int systems, int unknowns)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= systems)
        return;
    float ratio = 0, value = 0;
    for (int i = 0; i < unknowns; i++) {
        size_t at = (size_t)i * systems + s;
        float low = i > 0 ? lower[at] : 0;
        float scale = 1.0f / (diagonal[at] - low * ratio);
        ratio = upper[at] * scale;
        value = (right[at] - low * value) * scale;
        work[at] = ratio;
        x[at] = value;
    }
    for (int i = unknowns - 2; i >= 0; i--) {
        size_t at = (size_t)i * systems + s;
        value = x[at] - work[at] * value;
        x[at] = value;
    }
}
