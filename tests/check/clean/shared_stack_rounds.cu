extern "C" __global__ void shared_stack_rounds(const int *root, int *leaves, int *deepest)
{
    __shared__ int stack[256];
    __shared__ int top, found, most;
    int t = threadIdx.x;
    if (t == 0) {
        stack[0] = root[blockIdx.x] + (int)blockIdx.x;
        top = 1;
        found = most = 0;
    }
    __syncthreads();
    while (top > 0) {
        int have = min(top, 32);
        int item = t < have ? stack[top - 1 - t] : 0;
        __syncthreads();
        if (t == 0)
            top -= have;
        __syncthreads();
        if (item > 4) {
            int at = atomicAdd(&top, 2);
            stack[at] = item / 2;
            stack[at + 1] = item - item / 2 - 1;
            atomicMax(&most, at + 2);
        } else if (t < have) {
            atomicAdd(&found, 1);
        }
        __syncthreads();
    }
    if (t == 0) {
        leaves[blockIdx.x] = found;
        deepest[blockIdx.x] = most;
    }
}
