// One step of the heat equation on a rod. main() calls it 10000 times and swaps the pointers every time:
//
//     for (int step = 0; step < 10000; step++) {
//         smooth_small<<<(n + 127) / 128, 128>>>(a, b, n, 0.2f);
//         std::swap(a, b);
//     }
//
// The two ends of the rod keep their temperature.

extern "C" __global__ void smooth_small(const float *old, float *next, int n, float k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    float here = old[i];
    if (i > 0 && i < n - 1)
        here += k * (old[i - 1] - 2.0f * here + old[i + 1]);

    next[i] = here;
}
