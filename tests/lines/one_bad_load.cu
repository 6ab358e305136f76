// Three loads, one of which goes down a column: its lanes lie a row of 8 KB apart, and each takes a sector of its own.
//
// warpgrind: --grid 64,256 --block 32,8
// warpgrind: -a a:f32[n*n]=random -a b:f32[n*n]=random -a c:f32[n*n]=random -a out:f32[n*n] -a n:i32=2048
__global__ void one_bad_load(const float *a, const float *b, const float *c, float *out, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float left = a[(size_t)y * n + x];
    float middle = b[(size_t)x * n + y];
    float right = c[(size_t)y * n + x];
    out[(size_t)y * n + x] = left + middle * right;
}
