// An Asian call option by simulation: each thread follows the price on one path and gives the payoff on its mean.
//
// Launch: 128 threads a block, a thread a path.
__device__ unsigned next_random(unsigned &state)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

__device__ float uniform(unsigned &state)
{
    return ((next_random(state) >> 8) + 0.5f) * (1.0f / 16777216.0f); // never 0
}

__global__ void monte_carlo(const unsigned *seeds, float *payoffs, int paths, int steps, float start, float strike,
                            float drift, float volatility)
{
    int path = blockIdx.x * blockDim.x + threadIdx.x;
    if (path >= paths)
        return;
    unsigned state = seeds[path];
    float price = start, sum = 0;
    for (int step = 0; step < steps; step += 2) { // Box-Muller gives two normals at a time
        float radius = sqrtf(-2.0f * logf(uniform(state)));
        float sine, cosine;
        sincosf(6.28318531f * uniform(state), &sine, &cosine);
        price *= expf(drift + volatility * radius * cosine);
        sum += price;
        price *= expf(drift + volatility * radius * sine);
        sum += price;
    }
    payoffs[path] = fmaxf(sum / steps - strike, 0.0f);
}
