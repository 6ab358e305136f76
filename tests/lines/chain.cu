// Few warps, each with one chain of dependent multiply-adds; beside it there are independent ones.
//
// warpgrind: --grid 132 --block 64
// warpgrind: -a in:f32[8448]=random -a out:f32[8448] -a steps:i32=256
__global__ void chain(const float *in, float *out, int steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i], y = 0;
    for (int k = 0; k < steps; k++) {
        y = y + 1.5f;
        x = ((x * 0.9f + 0.1f) * 0.8f + 0.2f) * 0.7f + 0.3f;
    }
    out[i] = x + y;
}
