// One time step of our snow simulation: move all particles, let them fall, bounce at the floor.

struct Particle {
    float px, py, pz; // position
    float vx, vy, vz; // velocity
    float mass;
    float radius;
    float age;
    int kind;
    float color[2];
};

extern "C" __global__ void particle_step(Particle *p, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    // gravity changes only the z velocity
    float vz = p[i].vz - 9.81f * dt;

    float x = p[i].px + p[i].vx * dt;
    float y = p[i].py + p[i].vy * dt;
    float z = p[i].pz + vz * dt;

    if (z < 0.0f) {
        z = -z;
        vz = -0.5f * vz;
    }

    p[i].px = x;
    p[i].py = y;
    p[i].pz = z;
    p[i].vz = vz;
}
