// Prices of European options by Black and Scholes: a grid-stride loop over calls and puts.
__device__ float normal_below(float d) // a polynomial for the tail, good to 1e-7
{
    float t = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float tail = 0.39894228f * expf(-0.5f * d * d) * t *
                 (0.31938153f + t * (-0.356563782f + t * (1.781477937f + t * (-1.821255978f + t * 1.330274429f))));
    return d > 0 ? 1.0f - tail : tail;
}

__global__ void black_scholes(const float *__restrict__ price, const float *__restrict__ strike,
                              const float *__restrict__ years, float *__restrict__ call, float *__restrict__ put,
                              int options, float rate, float volatility)
{
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < options; i += stride) {
        float s = price[i], k = strike[i], t = years[i];
        float spread = volatility * sqrtf(t);
        float d1 = (logf(s / k) + (rate + 0.5f * volatility * volatility) * t) / spread;
        float d2 = d1 - spread;
        float n1 = normal_below(d1), n2 = normal_below(d2);
        float discounted = k * expf(-rate * t);
        call[i] = s * n1 - discounted * n2;
        put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
    }
}
