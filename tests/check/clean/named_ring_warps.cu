__device__ __forceinline__ void barSync(int id, int count) { asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(count) : "memory"); }
__device__ __forceinline__ void barArrive(int id, int count) { asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(count) : "memory"); }

enum { FULL = 1, EMPTY = 3, COUNT = 96 };

extern "C" __global__ void named_ring_warps(const float *stream, float *sums, int tiles)
{
    __shared__ float ring[2][64];
    int t = threadIdx.x;
    if (t < 32) {
        for (int k = 0; k < tiles; ++k) {
            int slot = k & 1;
            if (k >= 2)
                barSync(EMPTY + slot, COUNT);
            ring[slot][t] = stream[k * 64 + t];
            ring[slot][t + 32] = stream[k * 64 + t + 32];
            barArrive(FULL + slot, COUNT);
        }
    } else {
        int c = t - 32;
        float acc = 0.0f;
        for (int k = 0; k < tiles; ++k) {
            int slot = k & 1;
            barSync(FULL + slot, COUNT);
            acc += ring[slot][c] * ring[slot][63 - c] + (float)blockIdx.x;
            if (k + 2 < tiles)
                barArrive(EMPTY + slot, COUNT);
        }
        sums[blockIdx.x * 64 + c] = acc;
    }
}
