#include <cuda_pipeline.h>

struct Rows {
    float value[2][32];
};

__global__ void rank_in_row(const float *in, int *rank, int rows)
{
    __shared__ Rows staged;
    int lane = threadIdx.x;
    int row = blockIdx.x * 2 + threadIdx.y;

    __pipeline_memcpy_async(&staged.value[threadIdx.y][lane], in + row * 32 + lane, sizeof(float)); //! sync
    __pipeline_wait_prior(0); //! sync
    __syncthreads();

    float mine = staged.value[threadIdx.y][lane]; //! sync, race, uninitialised
    int smaller = 0;
    for (int k = 0; k < 32; k++)
        smaller += staged.value[threadIdx.y][k] < mine; //! sync, race, uninitialised
    rank[row * 32 + lane] = smaller; //! sync, uninitialised
}
