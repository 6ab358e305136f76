struct Node {
    float x, w;
};
__constant__ Node nodes[6] = {{0.0f, 2.0f},
                              {-0.57735027f, 1.0f}, {0.57735027f, 1.0f},
                              {-0.77459667f, 0.55555556f}, {0.0f, 0.88888889f}, {0.77459667f, 0.55555556f}};
__constant__ unsigned char ruleStart[4] = {0, 1, 3, 6};

extern "C" __global__ void constant_gauss_rules(const float *edge, const int *order, float *integral, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float mid = 0.5f * (edge[i] + edge[i + 1]), half = 0.5f * (edge[i + 1] - edge[i]);
    float sum = 0.0f;
    for (int k = ruleStart[order[i]]; k < ruleStart[order[i] + 1]; ++k) {
        float x = mid + half * nodes[k].x;
        sum += nodes[k].w * x * x;
    }
    integral[i] = sum * half;
}
