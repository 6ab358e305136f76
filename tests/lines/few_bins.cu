// A histogram of four bins in global memory: all threads of the GPU update four addresses.
//
// warpgrind: --grid 'n/256' --block 256
// warpgrind: -a keys:u32[n]='(i*2654435761)%4294967296' -a bins:u32[4] -a n:i32=262144
__global__ void few_bins(const unsigned *keys, unsigned *bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned key = keys[i];
    unsigned bin = key >> 30;
    atomicAdd(&bins[bin], 1);
}
