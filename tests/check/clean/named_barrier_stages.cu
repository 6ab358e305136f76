// Two producer warps fill two shared buffers in turn, two consumer warps empty them.
#define HALF 64
enum { FULL = 1, EMPTY = 3 };

__device__ void bar_sync(int id) { asm volatile("bar.sync %0, 128;" ::"r"(id) : "memory"); }
__device__ void bar_arrive(int id) { asm volatile("bar.arrive %0, 128;" ::"r"(id) : "memory"); }

__global__ void named_barrier_stages(const float *in, float *out, int tiles)
{
    __shared__ float buf[2][HALF];
    int t = threadIdx.x % HALF;
    const float *src = in + blockIdx.x * tiles * HALF;
    if (threadIdx.x < HALF) {
        for (int k = 0; k < tiles; k++) {
            float v = src[k * HALF + t];
            if (k >= 2)
                bar_sync(EMPTY + (k & 1));
            buf[k & 1][t] = v * v;
            bar_arrive(FULL + (k & 1));
        }
    } else {
        float s = 0.0f;
        for (int k = 0; k < tiles; k++) {
            bar_sync(FULL + (k & 1));
            s += buf[k & 1][(t + k) % HALF];
            if (k + 2 < tiles)
                bar_arrive(EMPTY + (k & 1));
        }
        out[blockIdx.x * HALF + t] = s;
    }
}
