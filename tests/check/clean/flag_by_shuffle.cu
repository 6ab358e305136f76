// The lane that sees the flag tells the others of its warp by a shuffle.
__global__ void combine(int *y)
{
    __shared__ int part[2];
    __shared__ unsigned arrived;
    unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32, before = 0;
    if (threadIdx.x == 0)
        arrived = 0;
    __syncthreads();
    if (lane == 0)
        part[warp] = warp + 1;
    __syncwarp();
    if (lane == 0)
        asm volatile("atom.or.acq_rel.cta.b32 %0, [%1], %2;" : "=r"(before) : "l"(&arrived), "r"(1u << warp) : "memory");
    before = __shfl_sync(0xffffffffu, before, 0);
    if ((before | 1u << warp) == 3 && lane < 2)
        y[lane] = part[lane];
}
