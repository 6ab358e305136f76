// LU factorisation of one small Jacobian per grid cell (implicit chemistry step), in place.
// The matrices are row-major, one after the other, as the assembly routine leaves them.
// No pivoting: I - dt*J is diagonally dominant for the time steps we take.
extern "C" __global__ void batched_lu(float *matrices, int n, int cells)
{
    int cell = blockIdx.x * blockDim.x + threadIdx.x;
    if (cell >= cells)
        return;

    float *a = matrices + (size_t)cell * n * n;
    for (int k = 0; k < n - 1; k++) {
        float pivot = 1.0f / a[k * n + k];
        for (int i = k + 1; i < n; i++) {
            float l = a[i * n + k] * pivot;
            a[i * n + k] = l;
            for (int j = k + 1; j < n; j++)
                a[i * n + j] -= l * a[k * n + j];
        }
    }
}
