__device__ float from_last(unsigned int mask, float value)
{
    return __shfl_sync(mask, value, 31); //! sync
}

__global__ void distance_to_segment_end(const float *x, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int mask = __ballot_sync(0xffffffffu, i < n);
    if (i < n) {
        float value = x[i];
        float end = from_last(mask, value); //! sync
        out[i] = end - value; //! sync
    }
    __syncthreads();
}
