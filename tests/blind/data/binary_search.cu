// Where each query would stand in a sorted array: the first element that is not smaller.
//
// Launch: 256 threads a block, a thread a query.
__global__ void binary_search(const unsigned *array, const unsigned *queries, int *positions, int length, int searches)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= searches)
        return;
    unsigned query = queries[i];
    int low = 0, high = length;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (array[middle] < query)
            low = middle + 1;
        else
            high = middle;
    }
    positions[i] = low;
}
