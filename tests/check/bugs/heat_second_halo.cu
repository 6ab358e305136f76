#define CELLS 64

__global__ void heat_rods(const float *start, float *end, int steps, float wall)
{
    __shared__ float rod[2][CELLS + 2];
    int t = threadIdx.x;
    int cell = t + 1;
    rod[0][cell] = start[blockIdx.x * CELLS + t];
    if (t == 0) {
        rod[0][0] = wall;
        rod[0][CELLS + 1] = wall;
    }
    __syncthreads();

    int now = 0;
    for (int s = 0; s < steps; s++) {
        float left = rod[now][cell - 1]; //! uninitialised
        float right = rod[now][cell + 1]; //! uninitialised
        rod[1 - now][cell] = 0.5f * rod[now][cell] + 0.25f * (left + right); //! uninitialised
        now = 1 - now;
        __syncthreads();
    }
    end[blockIdx.x * CELLS + t] = rod[now][cell]; //! uninitialised
}
