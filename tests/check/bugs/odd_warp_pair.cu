__device__ __forceinline__ void pair_barrier(int pair)
{
    asm volatile("bar.sync %0, 64;" ::"r"(pair + 1) : "memory"); //! sync
}

__global__ void swap_with_partner(const int *in, int *out)
{
    __shared__ int box[6][32];
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    int partner = warp ^ 1;
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    box[warp][lane] = in[i];
    if (warp == 4)
        box[5][lane] = 0;
    pair_barrier(warp / 2); //! sync
    out[i] = box[partner][31 - lane];
}
