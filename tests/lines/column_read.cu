// A tile is written by rows and read by columns, 32 words apart: every lane's word is in the same bank.
//
// warpgrind: --grid 528 --block 32,8
// warpgrind: -a in:f32[540672]=random -a out:f32[135168]
__global__ void column_read(const float *in, float *out)
{
    __shared__ float tile[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    for (int row = y; row < 32; row += 8)
        tile[row][x] = in[(size_t)blockIdx.x * 1024 + row * 32 + x];
    __syncthreads();
    float product = 1;
    for (int k = 0; k < 32; k++) {
        float value = tile[x][(k + y) % 32];
        product = product * value + 0.5f;
    }
    out[(size_t)blockIdx.x * 256 + y * 32 + x] = product;
}
