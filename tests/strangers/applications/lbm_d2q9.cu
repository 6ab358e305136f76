// Lattice Boltzmann D2Q9, BGK: pull streaming and collision in one kernel, two copies of the
// distributions, structure of arrays: f[q][y][x]. Periodic in x and y.
extern "C" __global__ void lbm_d2q9(const float *__restrict__ f, float *__restrict__ g, int nx, int ny, float omega)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y;
    if (x >= nx)
        return;

    int n = nx * ny;
    int xm = x == 0 ? nx - 1 : x - 1;
    int xp = x == nx - 1 ? 0 : x + 1;
    int ym = y == 0 ? ny - 1 : y - 1;
    int yp = y == ny - 1 ? 0 : y + 1;

    // distributions that arrive at (x, y)
    float f0 = f[0 * n + y * nx + x];
    float f1 = f[1 * n + y * nx + xm];
    float f2 = f[2 * n + ym * nx + x];
    float f3 = f[3 * n + y * nx + xp];
    float f4 = f[4 * n + yp * nx + x];
    float f5 = f[5 * n + ym * nx + xm];
    float f6 = f[6 * n + ym * nx + xp];
    float f7 = f[7 * n + yp * nx + xp];
    float f8 = f[8 * n + yp * nx + xm];

    float rho = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8;
    float inv = __frcp_rn(rho);
    float ux = (f1 + f5 + f8 - f3 - f6 - f7) * inv;
    float uy = (f2 + f5 + f6 - f4 - f7 - f8) * inv;
    float usq = 1.5f * (ux * ux + uy * uy);
    float keep = 1.0f - omega;
    float wr = omega * rho;

    int c = y * nx + x;
    float s = ux + uy;
    float d = uy - ux;
    g[0 * n + c] = keep * f0 + wr * (4.0f / 9.0f) * (1.0f - usq);
    g[1 * n + c] = keep * f1 + wr * (1.0f / 9.0f) * (1.0f + 3.0f * ux + 4.5f * ux * ux - usq);
    g[2 * n + c] = keep * f2 + wr * (1.0f / 9.0f) * (1.0f + 3.0f * uy + 4.5f * uy * uy - usq);
    g[3 * n + c] = keep * f3 + wr * (1.0f / 9.0f) * (1.0f - 3.0f * ux + 4.5f * ux * ux - usq);
    g[4 * n + c] = keep * f4 + wr * (1.0f / 9.0f) * (1.0f - 3.0f * uy + 4.5f * uy * uy - usq);
    g[5 * n + c] = keep * f5 + wr * (1.0f / 36.0f) * (1.0f + 3.0f * s + 4.5f * s * s - usq);
    g[6 * n + c] = keep * f6 + wr * (1.0f / 36.0f) * (1.0f + 3.0f * d + 4.5f * d * d - usq);
    g[7 * n + c] = keep * f7 + wr * (1.0f / 36.0f) * (1.0f - 3.0f * s + 4.5f * s * s - usq);
    g[8 * n + c] = keep * f8 + wr * (1.0f / 36.0f) * (1.0f - 3.0f * d + 4.5f * d * d - usq);
}
