__device__ unsigned tf32(float v)
{
    unsigned r;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(v));
    return r;
}

extern "C" __global__ void mma_tf32_direct(const float *a, const float *b, float *c, int m, int k)
{
    int g = threadIdx.x >> 2, q = threadIdx.x & 3;
    int top = blockIdx.x * 16 + g, bottom = top + 8;
    float d0 = 0, d1 = 0, d2 = 0, d3 = 0;
    for (int p = 0; p < k; p += 8) {
        auto elementA = [&](int r, int s) { return r < m && s < k ? tf32(a[r * k + s]) : 0u; };
        auto elementB = [&](int s) { return s < k ? tf32(b[s * 8 + g]) : 0u; };
        unsigned a0 = elementA(top, p + q), a1 = elementA(bottom, p + q);
        unsigned a2 = elementA(top, p + q + 4), a3 = elementA(bottom, p + q + 4);
        unsigned b0 = elementB(p + q), b1 = elementB(p + q + 4);
        asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                     : "+f"(d0), "+f"(d1), "+f"(d2), "+f"(d3)
                     : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
    }
    if (top < m) {
        c[top * 8 + q * 2] = d0;
        c[top * 8 + q * 2 + 1] = d1;
    }
    if (bottom < m) {
        c[bottom * 8 + q * 2] = d2;
        c[bottom * 8 + q * 2 + 1] = d3;
    }
}
