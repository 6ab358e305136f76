// Softmax over the classes, one block of 1024 threads per sample (classes <= 1024).
#define THREADS 1024

extern "C" __global__ void softmax_rows(const float *__restrict__ logits, float *__restrict__ probs, int classes)
{
    __shared__ float red[THREADS];
    int tid = threadIdx.x;
    size_t offset = (size_t)blockIdx.x * classes;

    float v = tid < classes ? logits[offset + tid] : -1e30f;

    // maximum
    red[tid] = v;
    __syncthreads();
    for (int s = THREADS / 2; s > 0; s /= 2) {
        if (tid < s)
            red[tid] = fmaxf(red[tid], red[tid + s]);
        __syncthreads();
    }
    float m = red[0];
    __syncthreads();

    // sum of the exponentials
    float e = tid < classes ? __expf(v - m) : 0.0f;
    red[tid] = e;
    __syncthreads();
    for (int s = THREADS / 2; s > 0; s /= 2) {
        if (tid < s)
            red[tid] += red[tid + s];
        __syncthreads();
    }

    if (tid < classes)
        probs[offset + tid] = e / red[0];
}
