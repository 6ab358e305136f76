#define BLOCK 64

struct Hit {
    float dist;
    int id;
};

__global__ void nearest(const float *px, const float *qx, int *id, int n, float reach)
{
    __shared__ Hit hits[BLOCK];
    int t = threadIdx.x;
    float q = qx[blockIdx.x];

    hits[t].dist = 1e30f;
    for (int i = t; i < n; i += BLOCK) {
        float d = fabsf(px[i] - q);
        if (d < reach && d < hits[t].dist) {
            hits[t].dist = d;
            hits[t].id = i;
        }
    }
    __syncthreads();
    for (int step = BLOCK / 2; step > 0; step >>= 1) {
        if (t < step && hits[t + step].dist < hits[t].dist)
            hits[t] = hits[t + step];
        __syncthreads();
    }
    if (t == 0)
        id[blockIdx.x] = hits[0].id;  //! uninitialised
}
