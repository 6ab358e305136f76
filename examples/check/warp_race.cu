// A race between lanes of a warp: the last steps of a reduction, written for GPUs whose warps ran in lockstep.
// warpgrind check finds race_warp.
//
// warpgrind: --grid 1 --block 32 -a x:f32[64]=i -a sum:f32[1]
__global__ void warp_sum(const float *x, float *sum)
{
    __shared__ volatile float part[64];
    int lane = threadIdx.x;
    part[lane] = x[lane];
    part[lane + 32] = x[lane + 32];
    part[lane] = part[lane] + part[lane + 32]; // a lane reads and writes its own
    part[lane] = part[lane] + part[lane + 16]; // __syncwarp() is missing before this line, and between read and write
    if (lane == 0)
        *sum = part[0];
}
