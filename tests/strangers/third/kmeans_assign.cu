// k-means: find the nearest centre for each point
__global__ void kmeans_assign(const float *points, const float *centers, int *assignment, int n, int k, int dim)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float best = 1e30f;
    int best_c = 0;
    for (int c = 0; c < k; c++) {
        float dist = 0.0f;
        for (int d = 0; d < dim; d++) {
            float diff = points[i * dim + d] - centers[c * dim + d];
            dist += diff * diff;
        }
        if (dist < best) {
            best = dist;
            best_c = c;
        }
    }
    assignment[i] = best_c;
}
