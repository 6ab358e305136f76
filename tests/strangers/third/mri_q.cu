// MRI reconstruction: Q matrix, all k-space samples (constant memory) for one voxel per thread
#define SAMPLES 512
__constant__ float4 kspace[SAMPLES];   // kx, ky, kz, |phi|^2

__global__ void __launch_bounds__(256) mri_q(const float *__restrict__ x, const float *__restrict__ y,
                                             const float *__restrict__ z, float *__restrict__ qr, float *__restrict__ qi, int n)
{
    const int v = blockIdx.x * 256 + threadIdx.x;
    if (v >= n)
        return;
    const float px = x[v], py = y[v], pz = z[v];
    float re = 0.f, im = 0.f;
#pragma unroll 8
    for (int k = 0; k < SAMPLES; ++k) {
        const float4 s = kspace[k];
        const float arg = s.x * px + s.y * py + s.z * pz;
        re += s.w * __cosf(arg);
        im += s.w * __sinf(arg);
    }
    qr[v] = re;
    qi[v] = im;
}
