// Three neighbouring loads and one store whose lanes lie 128 bytes apart.
//
// warpgrind: --grid 'n/256' --block 256
// warpgrind: -a a:f32[n]=random -a b:f32[n]=random -a c:f32[n]=random -a out:f32[n*32] -a n:i32=131072
__global__ void strided_store(const float *a, const float *b, const float *c, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = a[i];
    float y = b[i];
    float z = c[i];
    float length = x * x + y * y + z * z;
    out[(size_t)i * 32] = length;
}
