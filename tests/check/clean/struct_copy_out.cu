// Particles are built member by member in shared memory and copied whole, padding included, to global memory.
#define BLOCK 64
struct Particle {
    char alive;
    double mass;
    short cell;
};

__global__ void struct_copy_out(const float *mass, Particle *particle, double *pair_mass, int n)
{
    __shared__ Particle p[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t, m = min(BLOCK, n - (int)blockIdx.x * BLOCK);
    if (t < m) {
        p[t].alive = mass[i] > 0.2f;
        p[t].mass = mass[i];
        p[t].cell = (short)(t / 4);
    }
    __syncthreads();
    if (t < m)
        particle[i] = p[m - 1 - t];
    __syncthreads();
    if (t < m) {
        const Particle a = particle[i], b = particle[blockIdx.x * BLOCK + (t + 1) % m];
        pair_mass[i] = a.alive && b.alive ? a.mass + b.mass : -(double)a.cell;
    }
}
