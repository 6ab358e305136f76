__device__ float loadIf(const float *p, bool take, float otherwise)
{
    float v;
    asm volatile("{ .reg .pred q; setp.ne.b32 q, %2, 0; mov.f32 %0, %3; @q ld.global.f32 %0, [%1]; }"
                 : "=&f"(v) : "l"(__cvta_generic_to_global(p)), "r"((int)take), "f"(otherwise));
    return v;
}

extern "C" __global__ void predicated_asm_load(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float left = loadIf(in + i - 5, i >= 5 && i - 5 < n, 0.0f);
    float here = loadIf(in + i, i < n, 0.0f);
    float right = loadIf(in + i + 300, i + 300 < n, 1.0f);
    if (i < n)
        out[i] = left + here * right;
}
