// Four arrays of different types carved out of dynamic shared memory.
extern __shared__ __align__(16) unsigned char pool[];

__global__ void dynamic_carve(const float *x, const unsigned char *tag, double *sum, int *count, int n, int tags)
{
    int t = threadIdx.x;
    double *part = (double *)pool;
    float *val = (float *)(part + tags);
    int *hits = (int *)(val + blockDim.x);
    unsigned char *mine = (unsigned char *)(hits + tags);
    int i = blockIdx.x * blockDim.x + t;
    val[t] = i < n ? x[i] : 0.0f;
    mine[t] = i < n ? tag[i] : 255;
    if (t < tags) {
        part[t] = 0.0;
        hits[t] = 0;
    }
    __syncthreads();
    if (t < tags)
        for (int k = 0; k < blockDim.x; k++)
            if (mine[k] == t) {
                part[t] += val[k];
                hits[t]++;
            }
    __syncthreads();
    if (t < tags) {
        sum[blockIdx.x * tags + t] = part[tags - 1 - t];
        count[blockIdx.x * tags + t] = hits[tags - 1 - t];
    }
}
