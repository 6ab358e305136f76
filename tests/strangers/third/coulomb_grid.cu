// Electrostatic potential of a molecule on a grid (double precision, atoms staged in shared memory)
#define TILE 128
__global__ void __launch_bounds__(TILE) coulomb_grid(const double2 *__restrict__ xy, const double2 *__restrict__ zq,
                                                     int natoms, double *__restrict__ phi, int nx, int ny, int nz, double spacing)
{
    __shared__ double2 txy[TILE], tzq[TILE];
    const int p = blockIdx.x * TILE + threadIdx.x;
    const int points = nx * ny * nz;
    const double x = (p % nx) * spacing;
    const double y = (p / nx % ny) * spacing;
    const double z = (p / nx / ny) * spacing;
    double sum = 0.0;
    for (int first = 0; first < natoms; first += TILE) {
        const int count = min(TILE, natoms - first);
        __syncthreads();
        if (threadIdx.x < count) {
            txy[threadIdx.x] = xy[first + threadIdx.x];
            tzq[threadIdx.x] = zq[first + threadIdx.x];
        }
        __syncthreads();
        for (int a = 0; a < count; ++a) {
            const double2 u = txy[a], v = tzq[a];
            const double dx = x - u.x, dy = y - u.y, dz = z - v.x;
            const double r2 = dx * dx + dy * dy + dz * dz + 1e-6;
            sum += v.y * rsqrt(r2);
        }
    }
    if (p < points)
        phi[p] = sum;
}
