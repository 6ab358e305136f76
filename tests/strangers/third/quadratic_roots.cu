// solve a x^2 + b x + c = 0 for a list of equations
__global__ void quadratic_roots(const float *a, const float *b, const float *c, float *x1, float *x2, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float disc = b[i] * b[i] - 4.0f * a[i] * c[i];
    if (disc < 0.0f) {
        x1[i] = nanf("");
        x2[i] = nanf("");
    } else {
        float root = sqrtf(disc);
        x1[i] = (-b[i] + root) / (2.0f * a[i]);
        x2[i] = (-b[i] - root) / (2.0f * a[i]);
    }
}
