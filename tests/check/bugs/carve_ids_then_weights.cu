__global__ void rank_weights(const int *id, const float *value, double *out, int items)
{
    extern __shared__ unsigned char arena[];
    int *ids = reinterpret_cast<int *>(arena);
    double *weight = reinterpret_cast<double *>(ids + items);
    int t = threadIdx.x;
    int base = blockIdx.x * items;

    if (t < items) {
        ids[t] = id[base + t];
        weight[t] = value[base + t] * 0.125; //! bounds
    }
    __syncthreads();

    if (t < items) {
        double smaller = 0.0;
        for (int k = 0; k < items; k++)
            if (ids[k] < ids[t])
                smaller += weight[k]; //! bounds
        out[base + t] = smaller;
    }
}
