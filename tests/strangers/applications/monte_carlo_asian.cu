// Arithmetic-average Asian call by Monte Carlo, one path per thread.
// Geometric Brownian motion, one step per fixing date. The host averages and discounts the payoffs.

struct rng {
    unsigned int x, y, z, w;
};

__device__ unsigned int xorshift128(rng &g)
{
    unsigned int t = g.x ^ (g.x << 11);
    g.x = g.y;
    g.y = g.z;
    g.z = g.w;
    g.w = g.w ^ (g.w >> 19) ^ t ^ (t >> 8);
    return g.w;
}

// (0, 1]
__device__ float uniform(rng &g)
{
    return (xorshift128(g) + 1.0f) * 2.3283064e-10f;
}

__device__ float normal(rng &g)
{
    float u1 = uniform(g);
    float u2 = uniform(g);
    return sqrt(-2.0 * log(u1)) * cos(6.283185307179586 * u2);
}

extern "C" __global__ void monte_carlo_asian(float *payoff, int paths, int fixings, float spot, float strike,
                                             float rate, float vol, float dt, unsigned int seed)
{
    int path = blockIdx.x * blockDim.x + threadIdx.x;
    if (path >= paths)
        return;

    rng g;
    g.x = path * 2654435761u + seed;
    g.y = g.x ^ 362436069u;
    g.z = g.y * 1664525u + 1013904223u;
    g.w = g.z ^ 88675123u;
    for (int i = 0; i < 4; i++)
        xorshift128(g);

    float s = spot;
    float sum = 0.0f;
    for (int i = 0; i < fixings; i++) {
        float z = normal(g);
        s *= exp((rate - 0.5 * vol * vol) * dt + vol * sqrt(dt) * z);
        sum += s;
    }
    payoff[path] = fmaxf(sum / fixings - strike, 0.0f);
}
