// Loops with nothing in them but arithmetic: what the simulator costs an instruction. One chain of dependent
// operations a thread; the compiler unrolls it, so that loop control is a small share.
extern "C" __global__ void fma_f32(float *out, float a, float b, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = (float)i;
#pragma unroll 16
    for (int r = 0; r < rounds; r++)
        x = __fmaf_rn(x, a, b);
    out[i] = x;
}

extern "C" __global__ void fma_f64(double *out, double a, double b, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double x = (double)i;
#pragma unroll 16
    for (int r = 0; r < rounds; r++)
        x = __fma_rn(x, a, b);
    out[i] = x;
}

// A random number generator (xorshift and a multiplicative step): shifts, logic, multiplication, addition.
extern "C" __global__ void integers(unsigned *out, unsigned a, unsigned b, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = (unsigned)i + 1;
#pragma unroll 4
    for (int r = 0; r < rounds; r++) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        x = x * a + b;
    }
    out[i] = x;
}
