// subtract the mean of each row and divide by its length; one block per row
#define COLS 512
__global__ void standardize(const float *in, float *out)
{
    __shared__ float row[COLS];
    __shared__ float mean, inv;
    int t = threadIdx.x;
    int base = blockIdx.x * COLS;
    row[t] = in[base + t];
    __syncthreads();
    if (t == 0) {
        float sum = 0.0f, sq = 0.0f;
        for (int j = 0; j < COLS; j++) {
            sum += row[j];
            sq += row[j] * row[j];
        }
        mean = sum / COLS;
        inv = rsqrtf(sq / COLS - mean * mean + 1e-6f);
    }
    __syncthreads();
    out[base + t] = (row[t] - mean) * inv;
}
