struct Polygon {
    int count;
    float x[8];
};

__device__ Polygon build(int sides, int seed)
{
    Polygon p;
    p.count = sides;
    for (int k = 0; k < sides; ++k)
        p.x[k] = (float)((seed * 31 + k * 17) % 100);
    return p;
}

extern "C" __global__ void partial_frames_copied(const int *degree, float *centroid, int n)
{
    __shared__ Polygon shelf[32];
    int i = blockIdx.x * 32 + threadIdx.x;
    shelf[threadIdx.x] = build(i < n ? degree[i] : 0, i);
    __syncthreads();
    Polygon neighbour = shelf[(threadIdx.x + 5) & 31];
    float sum = 0.0f;
    for (int k = 0; k < neighbour.count; ++k)
        sum += neighbour.x[k];
    if (i < n)
        centroid[i] = neighbour.count ? sum / neighbour.count : -1.0f;
}
