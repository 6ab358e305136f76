// All steps of an element in one launch: between them it stays in its register. That is only possible because no element
// needs another one's result; where it does, all threads of the grid have to finish a step before the next one begins.
//
// Launch: 256 threads a block, n threads in all.
__global__ void all_steps(float *data, int n, int steps)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= n)
        return;
    float x = data[k];
    for (int step = 0; step < steps; step++)
        x = fmaf(x, 0.75f, 0.5f);
    data[k] = x;
}
