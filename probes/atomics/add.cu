// Atomic additions whose results nobody asks for. How many counters there are is a power of two.
//
// Launch: 256 threads a block; the counters begin with zeros.
extern "C" __global__ void add_neighbours(unsigned *counters, int targets, int rounds)
{
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    for (int round = 0; round < rounds; round++)
        atomicAdd(&counters[(thread + round * threads) & (targets - 1)], 1u);
}

// The same number of additions for each counter, in an order in which neighbours are far apart: multiplying by an odd number
// leaves no two places the same.
extern "C" __global__ void add_scattered(unsigned *counters, int targets, int rounds)
{
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    for (int round = 0; round < rounds; round++)
        atomicAdd(&counters[((thread + round * threads) * 2654435761u >> 9) & (targets - 1)], 1u);
}
