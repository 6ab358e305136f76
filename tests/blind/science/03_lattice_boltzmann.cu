// A step of the D2Q9 lattice Boltzmann method: pull from the neighbours, collide, bounce back in solid cells.
// The directions are arrays of their own, one behind the other; the lattice is periodic.
__device__ float equilibrium(float weight, float density, float along, float speed2)
{
    return weight * density * (1.0f + 3.0f * along + 4.5f * along * along - 1.5f * speed2);
}

__global__ void lattice_boltzmann(const float *__restrict__ from, float *__restrict__ to,
                                  const unsigned char *__restrict__ solid, int lattice_x, int lattice_y, float omega)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y;
    if (x >= lattice_x)
        return;
    size_t cells = (size_t)lattice_x * lattice_y;
    int west = x > 0 ? x - 1 : lattice_x - 1, east = x < lattice_x - 1 ? x + 1 : 0;
    size_t here = (size_t)y * lattice_x;
    size_t south = (size_t)(y > 0 ? y - 1 : lattice_y - 1) * lattice_x;
    size_t north = (size_t)(y < lattice_y - 1 ? y + 1 : 0) * lattice_x;

    // Rest, east, north, west, south, north-east, north-west, south-west, south-east.
    float f0 = from[here + x], f1 = from[cells + here + west], f2 = from[2 * cells + south + x];
    float f3 = from[3 * cells + here + east], f4 = from[4 * cells + north + x], f5 = from[5 * cells + south + west];
    float f6 = from[6 * cells + south + east], f7 = from[7 * cells + north + east];
    float f8 = from[8 * cells + north + west];

    float *cell = to + here + x;
    if (solid[here + x]) {
        cell[0] = f0;
        cell[cells] = f3, cell[2 * cells] = f4, cell[3 * cells] = f1, cell[4 * cells] = f2;
        cell[5 * cells] = f7, cell[6 * cells] = f8, cell[7 * cells] = f5, cell[8 * cells] = f6;
        return;
    }
    float density = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8;
    float u = (f1 + f5 + f8 - f3 - f6 - f7) / density, v = (f2 + f5 + f6 - f4 - f7 - f8) / density;
    float speed2 = u * u + v * v;
    const float straight = 1.0f / 9, diagonal = 1.0f / 36;
    cell[0] = f0 + omega * (equilibrium(4.0f / 9, density, 0, speed2) - f0);
    cell[cells] = f1 + omega * (equilibrium(straight, density, u, speed2) - f1);
    cell[2 * cells] = f2 + omega * (equilibrium(straight, density, v, speed2) - f2);
    cell[3 * cells] = f3 + omega * (equilibrium(straight, density, -u, speed2) - f3);
    cell[4 * cells] = f4 + omega * (equilibrium(straight, density, -v, speed2) - f4);
    cell[5 * cells] = f5 + omega * (equilibrium(diagonal, density, u + v, speed2) - f5);
    cell[6 * cells] = f6 + omega * (equilibrium(diagonal, density, v - u, speed2) - f6);
    cell[7 * cells] = f7 + omega * (equilibrium(diagonal, density, -u - v, speed2) - f7);
    cell[8 * cells] = f8 + omega * (equilibrium(diagonal, density, u - v, speed2) - f8);
}
