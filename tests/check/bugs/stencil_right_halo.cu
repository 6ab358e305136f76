#define RADIUS 3
#define BLOCK 64

__global__ void smooth1d(const float *__restrict__ in, float *__restrict__ out, const float *__restrict__ coeff, int n)
{
    __shared__ float tile[BLOCK + 2 * RADIUS];
    int gid = blockIdx.x * BLOCK + threadIdx.x;
    int lid = threadIdx.x + RADIUS;

    tile[lid] = gid < n ? in[gid] : 0.0f;
    if (threadIdx.x < RADIUS) {
        tile[lid - RADIUS] = gid >= RADIUS ? in[gid - RADIUS] : 0.0f;
        tile[lid + BLOCK] = in[gid + BLOCK];  //! bounds
    }
    __syncthreads();

    if (gid >= n)
        return;
    float acc = 0.0f;
    for (int k = -RADIUS; k <= RADIUS; k++)
        acc += coeff[k + RADIUS] * tile[lid + k];
    out[gid] = acc;
}
