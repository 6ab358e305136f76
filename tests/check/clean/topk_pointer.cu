// The k smallest distances per query, kept in local arrays that device functions get pointers to.
#define K 6

__device__ __noinline__ int insert(float *dist, int *id, int count, float d, int i)
{
    if (count == K && d >= dist[K - 1])
        return count;
    int j = count < K ? count : K - 1;
    while (j > 0 && dist[j - 1] > d) {
        dist[j] = dist[j - 1];
        id[j] = id[j - 1];
        j--;
    }
    dist[j] = d;
    id[j] = i;
    return count < K ? count + 1 : count;
}

__global__ void topk_pointer(const float *points, const float *queries, int *nearest, int n, int m)
{
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q >= m)
        return;
    float dist[K];
    int id[K], count = 0;
    for (int i = 0; i < n; i++) {
        float dx = points[2 * i] - queries[2 * q], dy = points[2 * i + 1] - queries[2 * q + 1];
        count = insert(dist, id, count, dx * dx + dy * dy, i);
    }
    for (int k = 0; k < K; k++)
        nearest[q * K + k] = k < count ? id[k] : -1;
}
