#define THREADS 128

__global__ void normalise(const float *x, float *unit)
{
    __shared__ float square[THREADS];
    int t = threadIdx.x;
    float value = x[blockIdx.x * THREADS + t];
    square[t] = value * value;
    __syncthreads();

    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (t < half) {
            square[t] += square[t + half]; //! sync, race
            __syncthreads(); //! sync
        }
    }
    __syncthreads(); //! sync
    float norm = sqrtf(square[0]); //! sync, race
    unit[blockIdx.x * THREADS + t] = value / (norm + 1e-6f);
}
