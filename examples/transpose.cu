// Three ways to transpose a matrix: scattered stores, a tile in shared memory whose columns all lie in one bank, and the
// same tile one word wider, which spreads the columns over the banks.
//
//     warpgrind explain examples/transpose.cu -k transpose_naive
//     warpgrind explain examples/transpose.cu -k 'transpose_tile<0>'
//     warpgrind explain examples/transpose.cu -k 'transpose_tile<1>'

// warpgrind: -k transpose_naive --grid n/32,n/32 --block 32,32
// warpgrind: -a out:f32[n*n] -a in:f32[n*n]=i -a n:i32=1024
__global__ void transpose_naive(float *out, const float *in, int n)
{
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    out[x * n + y] = in[y * n + x];
}

// warpgrind: -k transpose_tile<0> --grid n/32,n/32 --block 32,32
// warpgrind: -a out:f32[n*n] -a in:f32[n*n]=i -a n:i32=1024

// warpgrind: -k transpose_tile<1> --grid n/32,n/32 --block 32,32
// warpgrind: -a out:f32[n*n] -a in:f32[n*n]=i -a n:i32=1024
template <int PAD>
__global__ void transpose_tile(float *out, const float *in, int n)
{
    __shared__ float tile[32][32 + PAD];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}
