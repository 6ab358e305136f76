// A whole program: host code, standard headers, a launch. Only compilers that take host code take it.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <iostream>
#include <vector>

#include "twice.h"

template <class T> __global__ void scale(T *p, T factor, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = twice(factor) * std::sqrt(p[i]);
}

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        cudaError_t status = call;                                                                                     \
        if (status != cudaSuccess)                                                                                     \
            std::cerr << cudaGetErrorString(status) << "\n";                                                           \
    } while (0)

int main()
{
    std::vector<float> values(1000, 4.0f);
    float *device;
    CHECK(cudaMalloc(&device, values.size() * sizeof(float)));
    CHECK(cudaMemcpy(device, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice));
    scale<<<dim3(4), dim3(256), 0, 0>>>(device, 3.0f, (int)values.size());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(values.data(), device, values.size() * sizeof(float), cudaMemcpyDeviceToHost));
    printf("%g\n", values[0]);
    return 0;
}
