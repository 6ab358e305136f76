// A small stack machine that calls its operations through a table of function pointers.
typedef float (*Op)(float, float);
__device__ float op_add(float a, float b) { return a + b; }
__device__ float op_sub(float a, float b) { return a - b; }
__device__ float op_mul(float a, float b) { return a * b; }
__device__ float op_max(float a, float b) { return fmaxf(a, b); }
__device__ Op table[4] = {op_add, op_sub, op_mul, op_max};

// code: 0..3 an operation, 4 + k pushes input k
__global__ void function_table(const int *code, int length, const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float stack[8];
    int top = 0;
    for (int pc = 0; pc < length; pc++) {
        int c = code[pc];
        if (c >= 4) {
            stack[top++] = in[i + (c - 4) * n];
        } else {
            top--;
            stack[top - 1] = table[c](stack[top - 1], stack[top]);
        }
    }
    out[i] = stack[0];
}
