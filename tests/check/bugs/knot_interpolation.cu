#define KNOTS 11

struct Curve {
    float knot[KNOTS];
    __device__ float at(int segment, float f) const
    {
        return knot[segment] * (1.0f - f) + knot[segment + 1] * f; //! bounds, uninitialised
    }
};

__global__ void knot_interpolation(const float *gain, const int *level, const float *fraction, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    Curve curve;
    float running = 0.0f;
#pragma unroll 1
    for (int k = 0; k < KNOTS; k++) {
        running += gain[k];
        curve.knot[k] = running;
    }
    out[i] = curve.at(level[i], fraction[i]);
}
