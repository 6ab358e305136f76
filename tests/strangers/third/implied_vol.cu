// Implied volatility of European calls by a fixed number of Newton steps (Black-Scholes)
__device__ __forceinline__ float norm_cdf(float x) { return 0.5f * erfcf(-0.70710678f * x); }

__global__ void implied_vol(const float *price, const float *spot, const float *strike, const float *expiry, float *vol,
                            int n, float rate, int steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float s = spot[i], t = expiry[i], p = price[i];
    const float sqrt_t = sqrtf(t);
    const float discounted = strike[i] * expf(-rate * t);
    const float moneyness = logf(s / discounted);
    float sigma = 0.3f;
    for (int step = 0; step < steps; ++step) {
        const float sd = sigma * sqrt_t;
        const float d1 = moneyness / sd + 0.5f * sd;
        const float d2 = d1 - sd;
        const float value = s * norm_cdf(d1) - discounted * norm_cdf(d2);
        const float vega = s * sqrt_t * 0.39894228f * expf(-0.5f * d1 * d1);
        sigma -= (value - p) / fmaxf(vega, 1e-4f);
        sigma = fminf(fmaxf(sigma, 0.01f), 3.0f);
    }
    vol[i] = sigma;
}
