// Softmax of the rows of a matrix: a block a row, three passes over it, tree reductions in shared memory.
#define THREADS 256

__global__ void softmax(const float *in, float *out, int classes)
{
    __shared__ float partial[THREADS];
    int t = threadIdx.x;
    const float *row = in + (size_t)blockIdx.x * classes;
    float *result = out + (size_t)blockIdx.x * classes;

    float largest = -INFINITY;
    for (int i = t; i < classes; i += THREADS)
        largest = fmaxf(largest, row[i]);
    partial[t] = largest;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (t < half)
            partial[t] = fmaxf(partial[t], partial[t + half]);
        __syncthreads();
    }
    largest = partial[0];
    __syncthreads();

    float sum = 0;
    for (int i = t; i < classes; i += THREADS)
        sum += expf(row[i] - largest);
    partial[t] = sum;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (t < half)
            partial[t] += partial[t + half];
        __syncthreads();
    }
    float scale = 1 / partial[0];

    for (int i = t; i < classes; i += THREADS)
        result[i] = expf(row[i] - largest) * scale;
}
