// Kernels that end after `cycles` of their multiprocessor's clock, having done little or much meanwhile.
//
// Launch: 512 threads a block; out has an element for each thread.
extern "C" __global__ void spin(float *out, long long cycles)
{
    long long begin = clock64();
    float looks = 0;
    while (clock64() - begin < cycles)
        looks += 1;
    out[blockIdx.x * blockDim.x + threadIdx.x] = looks;
}

extern "C" __global__ void spin_fma(float *out, long long cycles)
{
    long long begin = clock64();
    float x[4] = {0.1f * threadIdx.x, 1.7f, 2.9f, 0.3f};
    while (clock64() - begin < cycles) {
#pragma unroll
        for (int k = 0; k < 256; k++)
            x[k % 4] = fmaf(x[k % 4], 0.9995f, 0.513f);
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = x[0] + x[1] + x[2] + x[3];
}

// Products of small numbers of both signs, in bfloat16; sums in float.
extern "C" __global__ void spin_mma(float *out, long long cycles)
{
    long long begin = clock64();
    float c[2][4] = {};
    unsigned a[6];
    for (int k = 0; k < 6; k++) // two numbers of about 2^-7 each, fractions and signs as they come
        a[k] = ((threadIdx.x + 64 * k) * 2654435761u & 0x807f807fu) | 0x3c003c00u;
    while (clock64() - begin < cycles) {
#pragma unroll
        for (int k = 0; k < 64; k++) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
            float *d = c[k % 2];
            asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                         "{%0, %1, %2, %3};"
                         : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                         : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(a[4]), "r"(a[5]));
#endif
        }
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = c[0][0] + c[0][1] + c[1][2] + c[1][3];
}
