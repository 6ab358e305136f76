// An asynchronous copy that nobody waits for: the tile is read while cp.async may still write it.
// warpgrind check finds unwaited_copy.
//
// warpgrind: --grid 1 --block 64 -a x:f32[64]=i -a y:f32[64]
__global__ void stage(const float *x, float *y)
{
    __shared__ float tile[64];
    unsigned to = (unsigned)__cvta_generic_to_shared(&tile[threadIdx.x]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(x + threadIdx.x) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    // cp.async.wait_group 0 is missing
    __syncthreads();
    y[threadIdx.x] = 2 * tile[63 - threadIdx.x];
}
