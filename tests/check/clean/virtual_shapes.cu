#include <new>

struct Shape {
    float s;
    __device__ explicit Shape(float v) : s(v) {}
    __device__ virtual float area() const = 0;
};
struct Square : Shape {
    __device__ explicit Square(float v) : Shape(v) {}
    __device__ float area() const override { return s * s; }
};
struct Disc : Shape {
    __device__ explicit Disc(float v) : Shape(v) {}
    __device__ float area() const override { return 3.14159265f * s * s; }
};
struct Ring : Disc {
    float hole;
    __device__ explicit Ring(float v) : Disc(v), hole(0.5f * v) {}
    __device__ float area() const override { return Disc::area() - 3.14159265f * hole * hole; }
};

extern "C" __global__ void virtual_shapes(const float *size, const int *kind, float *area, int n)
{
    __shared__ __align__(16) unsigned char store[64][sizeof(Ring)];
    __shared__ Shape *shape[64];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    if (i < n) {
        switch (kind[i]) {
        case 0: shape[t] = new (store[t]) Square(size[i]); break;
        case 1: shape[t] = new (store[t]) Disc(size[i]); break;
        default: shape[t] = new (store[t]) Ring(size[i]); break;
        }
    }
    __syncthreads();
    int count = min(64, n - (int)blockIdx.x * 64);
    if (i < n)
        area[i] = shape[count - 1 - t]->area();
}
