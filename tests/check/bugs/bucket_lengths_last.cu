#define BUCKETS 24

extern __shared__ float staged[];

__global__ void bucket_lengths(const float *x, const int *starts, float *reversed, int *lengths, int n)
{
    __shared__ int first[BUCKETS];
    int t = threadIdx.x;
    int base = blockIdx.x * blockDim.x;

    if (t < BUCKETS)
        first[t] = starts[blockIdx.x * BUCKETS + t];
    staged[t] = base + t < n ? 0.5f * x[base + t] : 0.0f;
    __syncthreads();

    if (t < BUCKETS) {
        int begin = first[t];
        int end = first[t + 1]; //! bounds
        lengths[blockIdx.x * BUCKETS + t] = end - begin;
    }
    if (base + t < n)
        reversed[base + t] = staged[blockDim.x - 1 - t];
}
