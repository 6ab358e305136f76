// Rows are a multiple of four floats long and shorter than the tile.
extern "C" __global__ void cp_async_zfill_tail(const float *rows, float *energy, int width)
{
    __shared__ __align__(16) float tile[128];
    const float *row = rows + blockIdx.x * width;
    int at = threadIdx.x * 4;
    int left = min(max(width - 3 - at, 0), 4);
    const float *src = left > 0 ? row + at : row;
    unsigned dst = (unsigned)__cvta_generic_to_shared(tile + at);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(dst), "l"(__cvta_generic_to_global(src)), "r"(left * 4) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 0;" ::: "memory");
    __syncwarp();
    float s = 0.0f;
    for (int k = 0; k < 4; ++k) {
        float v = tile[(threadIdx.x + 32 * k + 1) & 127];
        s += v * v;
    }
    for (int d = 16; d; d >>= 1)
        s += __shfl_xor_sync(~0u, s, d);
    if (threadIdx.x == 0)
        energy[blockIdx.x] = s;
}
