// Charge deposition of an electrostatic particle-in-cell code, 2D, cloud-in-cell weighting.
// Particles are stored as separate arrays; positions are in units of the cell size.
extern "C" __global__ void pic_deposit(const float *__restrict__ px, const float *__restrict__ py,
                                       const float *__restrict__ charge, float *rho, int particles, int nx, int ny)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= particles)
        return;

    float x = px[p];
    float y = py[p];
    float q = charge[p];

    int ix = (int)floorf(x);
    int iy = (int)floorf(y);
    float fx = x - ix;
    float fy = y - iy;

    // periodic in both directions
    int ix1 = ix + 1 == nx ? 0 : ix + 1;
    int iy1 = iy + 1 == ny ? 0 : iy + 1;

    atomicAdd(&rho[iy * nx + ix], q * (1.0f - fx) * (1.0f - fy));
    atomicAdd(&rho[iy * nx + ix1], q * fx * (1.0f - fy));
    atomicAdd(&rho[iy1 * nx + ix], q * (1.0f - fx) * fy);
    atomicAdd(&rho[iy1 * nx + ix1], q * fx * fy);
}
