struct Candidate {
    float distance;
    int label;
};

__global__ void nearest_site(const float *px, const float *site, float *distance, int *label,
                             int n, int sites, float radius)
{
    __shared__ Candidate best[64];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;

    best[t].distance = radius;
    for (int k = 0; k < sites && i < n; k++) {
        float d = fabsf(px[i] - site[k]);
        if (d < best[t].distance) {
            best[t].distance = d;
            best[t].label = k;
        }
    }
    __syncthreads();

    int mirror = blockDim.x - 1 - t;
    int j = blockIdx.x * blockDim.x + mirror;
    if (j < n) {
        distance[j] = best[mirror].distance;
        label[j] = best[mirror].label; //! uninitialised
    }
}
