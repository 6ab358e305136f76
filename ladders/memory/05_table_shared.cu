// The table in shared memory, which has 32 banks: a look-up takes as many passes as the most lanes that want different words of one bank,
// three or four when they want anything. A block copies the table once and then goes through many elements.
//
// Launch: as many blocks as the GPU holds, or fewer.
#define ENTRIES 1024

__global__ void table_shared(const float *__restrict__ in, float *__restrict__ out, int count, const float *__restrict__ table)
{
    __shared__ float copy[ENTRIES];
    for (int k = threadIdx.x; k < ENTRIES; k += blockDim.x)
        copy[k] = table[k];
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        int entry = min((int)(in[i] * ENTRIES), ENTRIES - 1);
        out[i] = copy[entry];
    }
}
