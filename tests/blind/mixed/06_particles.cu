// Particles that fall in a box and bounce off its walls; each is a structure of two float4.
//
// Launch: 256 threads a block, a thread a particle.
struct Particle {
    float4 position; // x, y, z, mass
    float4 velocity; // x, y, z, age
};

__device__ void bounce(float &position, float &velocity, float elasticity)
{
    if (position < -1.0f) {
        position = -2.0f - position;
        velocity = -velocity * elasticity;
    } else if (position > 1.0f) {
        position = 2.0f - position;
        velocity = -velocity * elasticity;
    }
}

__global__ void particles(const Particle *before, Particle *after, int count, float dt, float gravity, float elasticity)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    Particle p = before[i];
    p.velocity.y = fmaf(gravity, dt, p.velocity.y);
    p.velocity.w += dt;
    p.position.x = fmaf(p.velocity.x, dt, p.position.x);
    p.position.y = fmaf(p.velocity.y, dt, p.position.y);
    p.position.z = fmaf(p.velocity.z, dt, p.position.z);
    bounce(p.position.x, p.velocity.x, elasticity);
    bounce(p.position.y, p.velocity.y, elasticity);
    bounce(p.position.z, p.velocity.z, elasticity);
    after[i] = p;
}
