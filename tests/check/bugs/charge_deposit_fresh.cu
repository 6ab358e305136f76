__device__ void deposit(float *density, int cell, float amount)
{
    atomicAdd(density + cell, amount); //! uninitialised
}

__global__ void charge_deposit(const float *position, const float *charge, float *density, int particles, int cells)
{
    for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < particles; p += gridDim.x * blockDim.x) {
        float x = position[p];
        int cell = min((int)x, cells - 2);
        float f = x - cell;
        deposit(density, cell, charge[p] * (1.0f - f)); //! uninitialised
        deposit(density, cell + 1, charge[p] * f); //! uninitialised
    }
}
