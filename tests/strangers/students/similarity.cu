// Compares every picture of set A with every picture of set B.
// A picture is described by a vector of dim numbers, the similarity is the dot product:
//     sim[i][j] = sum over k of A[i][k] * B[j][k]
// It is like the tiled matrix multiplication from the lecture, but both matrices are read along their rows.

#define TILE 32

extern "C" __global__ void similarity(const float *A, const float *B, float *sim, int na, int nb, int dim)
{
    __shared__ float a[TILE][TILE];
    __shared__ float b[TILE][TILE];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int i = blockIdx.y * TILE + ty;    // my picture of set A
    int j = blockIdx.x * TILE + tx;    // my picture of set B
    int load = blockIdx.x * TILE + ty; // the picture of set B that I help to load

    float sum = 0.0f;
    for (int k0 = 0; k0 < dim; k0 += TILE) {
        // load with tx along the row, so that it is coalesced
        a[ty][tx] = (i < na && k0 + tx < dim) ? A[i * dim + k0 + tx] : 0.0f;
        b[ty][tx] = (load < nb && k0 + tx < dim) ? B[load * dim + k0 + tx] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE; k++)
            sum += a[ty][k] * b[tx][k];
        __syncthreads();
    }

    if (i < na && j < nb)
        sim[i * nb + j] = sum;
}
