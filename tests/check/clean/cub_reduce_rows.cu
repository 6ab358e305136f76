#include <cub/block/block_reduce.cuh>

constexpr int kThreads = 96;

// Euclidean norm of each row; blocks stride over the rows.
extern "C" __global__ void __launch_bounds__(kThreads)
cub_reduce_rows(const float *__restrict__ matrix, float *__restrict__ rowNorm, int rows, int cols)
{
    using BlockReduce = cub::BlockReduce<float, kThreads>;
    __shared__ typename BlockReduce::TempStorage temp;

    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        const float *line = matrix + (size_t)row * cols;
        float acc = 0.0f;
        for (int c = threadIdx.x; c < cols; c += kThreads) {
            float v = line[c];
            acc = fmaf(v, v, acc);
        }
        float total = BlockReduce(temp).Sum(acc);
        if (threadIdx.x == 0)
            rowNorm[row] = sqrtf(total);
        __syncthreads();
    }
}
