// Sines and exponentials by the special-function unit, which takes an instruction of a warp in eight cycles, among a few
// multiply-adds, of which the pipe takes one a cycle.
//
// warpgrind: --grid 1056 --block 256
// warpgrind: -a in:f32[270336]=random -a out:f32[270336]
__global__ void special(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i], sum = 0;
    for (int k = 0; k < 64; k++) {
        sum += __sinf(x) * __cosf(x) + __expf(sum);
        x = x * 0.99f + 0.01f;
    }
    out[i] = sum;
}
