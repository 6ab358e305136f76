extern "C" __global__ void swap_pairs_in_place(float *m, int order)
{
    for (int r = blockIdx.y * blockDim.y + threadIdx.y; r < order; r += gridDim.y * blockDim.y)
        for (int c = blockIdx.x * blockDim.x + threadIdx.x; c < order; c += gridDim.x * blockDim.x) {
            if (c <= r)
                continue;
            float upper = m[r * order + c];
            m[r * order + c] = m[c * order + r];
            m[c * order + r] = upper;
        }
}
