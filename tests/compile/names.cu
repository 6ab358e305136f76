// Kernels whose names need care: templates that nothing here instantiates, namespaces, internal linkage.
namespace ns {
template <class T> __global__ void k(T *p)
{
    p[threadIdx.x] += 1;
}
__global__ void plain(float *p)
{
    p[threadIdx.x] *= 2;
}
namespace deep {
template <bool B, unsigned N> __global__ void both(int *p)
{
    p[threadIdx.x * N] = B;
}
} // namespace deep
} // namespace ns

template <int N> __global__ void transpose(float *out, const float *in)
{
    out[threadIdx.x * N] = in[threadIdx.x];
}

template <class T, int N> __global__ void k(T *p)
{
    for (int i = 0; i < N; i++)
        p[i * blockDim.x + threadIdx.x] = i;
}

static __global__ void hidden(float *p)
{
    p[0] = 1;
}

namespace {
__global__ void unnamed(float *p)
{
    p[1] = 1;
}
template <int N> __global__ void unnamed_template(float *p)
{
    p[1] = N;
}
} // namespace

extern "C" __global__ void c_linkage(float *p)
{
    p[2] = 1;
}
