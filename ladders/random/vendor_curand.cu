// NVIDIA's cuRAND, the same generator: the mark to beat. The generator is made once.
#include <cuda_runtime.h>
#include <curand.h>

static const char *generator(curandGenerator_t *made, unsigned long long seed)
{
    static curandGenerator_t kept;
    if (kept == NULL && curandCreateGenerator(&kept, CURAND_RNG_PSEUDO_PHILOX4_32_10) != CURAND_STATUS_SUCCESS) {
        kept = NULL;
        return "cuRAND makes no generator";
    }
    static unsigned long long seeded;
    static int first = 1;
    if (first || seeded != seed) {
        if (curandSetPseudoRandomGeneratorSeed(kept, seed) != CURAND_STATUS_SUCCESS)
            return "cuRAND does not take the seed";
        seeded = seed;
        first = 0;
    }
    *made = kept;
    return NULL;
}

extern "C" const char *curand_uniform_f32(float *out, long n, unsigned long long seed)
{
    curandGenerator_t g;
    const char *problem = generator(&g, seed);
    if (problem)
        return problem;
    return curandGenerateUniform(g, out, (size_t)n) == CURAND_STATUS_SUCCESS ? NULL : "curandGenerateUniform failed";
}

extern "C" const char *curand_normal_f32(float *out, long n, unsigned long long seed)
{
    curandGenerator_t g;
    const char *problem = generator(&g, seed);
    if (problem)
        return problem;
    if (n % 2) // it makes pairs
        return "curandGenerateNormal takes even counts only";
    return curandGenerateNormal(g, out, (size_t)n, 0, 1) == CURAND_STATUS_SUCCESS ? NULL : "curandGenerateNormal failed";
}
