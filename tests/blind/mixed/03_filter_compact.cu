// The indices of the rows whose column is below a threshold, one after the other in any order.
//
// Launch: 512 threads a block, a thread a row; `found` is zero before.
__global__ void filter_compact(const float *column, int *indices, int *found, int rows, float threshold)
{
    __shared__ int block_found, block_start;
    if (threadIdx.x == 0)
        block_found = 0;
    __syncthreads();

    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    bool keep = row < rows && column[row] < threshold;
    unsigned kept = __ballot_sync(0xffffffff, keep);
    int place = 0;
    if (lane == 0 && kept != 0)
        place = atomicAdd(&block_found, __popc(kept)); // where the warp's rows go within the block's
    place = __shfl_sync(0xffffffff, place, 0) + __popc(kept & ((1u << lane) - 1));
    __syncthreads();
    if (threadIdx.x == 0)
        block_start = atomicAdd(found, block_found);
    __syncthreads();
    if (keep)
        indices[block_start + place] = row;
}
