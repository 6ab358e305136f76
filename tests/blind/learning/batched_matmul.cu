// Many products of 24 x 24 matrices: a block each, a thread an element, both factors in shared memory.
#define ORDER 24

__global__ void batched_matmul(const float *a, const float *b, float *c)
{
    __shared__ float left[ORDER][ORDER], right[ORDER][ORDER];
    int x = threadIdx.x, y = threadIdx.y;
    size_t i = (size_t)blockIdx.x * ORDER * ORDER + y * ORDER + x;
    left[y][x] = a[i];
    right[y][x] = b[i];
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < ORDER; k++)
        sum += left[y][k] * right[k][x];
    c[i] = sum;
}
