// Nearest centroid per point; only as many entries of the private array are set as there are features.
#define MAX_FEATURES 16

float distance2(const float *a, __global const float *b, int m)
{
    float s = 0.0f;
    for (int j = 0; j < m; j++)
        s += (a[j] - b[j]) * (a[j] - b[j]);
    return s;
}

__kernel void cl_kmeans_assign(__global const float *points, __global const float *centroids, __global int *label,
                               const int n, const int clusters, const int features)
{
    const int i = get_global_id(0);
    if (i >= n)
        return;
    float p[MAX_FEATURES];
    for (int j = 0; j < features; j++)
        p[j] = points[j * n + i];
    int best = 0;
    float best_d = MAXFLOAT;
    for (int c = 0; c < clusters; c++) {
        const float d = distance2(p, centroids + c * features, features);
        if (d < best_d) {
            best_d = d;
            best = c;
        }
    }
    label[i] = best;
}
