#define MAX_K 8

__device__ float dist2(const float *a, const float *b)
{
    float dx = a[0] - b[0], dy = a[1] - b[1];
    return dx * dx + dy * dy;
}

__global__ void knn(const float *points, const float *queries, float *dist, int np, int nq, int k)
{
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q >= nq)
        return;

    float best[MAX_K];
    for (int j = 0; j < k; j++)
        best[j] = 1e30f;
    for (int p = 0; p < np; p++) {
        float d = dist2(points + 2 * p, queries + 2 * q);
        if (d >= best[k - 1])
            continue;
        int j = k - 1;
        while (j >= 0 && best[j] > d) {
            best[j + 1] = best[j];  //! bounds
            j--;
        }
        best[j + 1] = d;
    }
    for (int j = 0; j < k; j++)
        dist[q * k + j] = best[j];
}
