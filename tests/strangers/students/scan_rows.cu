// Inclusive prefix sum of every row of a table (for the summed area table of exercise 7).
// One block per row, one thread per column, so width can be at most 1024.
// In step k every thread adds the value 2^k places to its left.

#define MAX_WIDTH 1024

extern "C" __global__ void scan_rows(const float *in, float *out, int width)
{
    __shared__ float temp[MAX_WIDTH];

    int t = threadIdx.x;
    int base = blockIdx.x * width;

    temp[t] = (t < width) ? in[base + t] : 0.0f;
    __syncthreads();

    for (int offset = 1; offset < width; offset *= 2) {
        float left = 0.0f;
        if (t >= offset)
            left = temp[t - offset];
        __syncthreads(); // everybody has read the old value

        temp[t] += left;
        __syncthreads(); // everybody has written the new value
    }

    if (t < width)
        out[base + t] = temp[t];
}
