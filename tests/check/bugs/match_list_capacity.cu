__device__ bool room_left(const int *found, int capacity)
{
    return *found < capacity; //! race
}

__global__ void list_matches(const unsigned char *text, int *found, int *position, int n, int capacity, int letter)
{
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        if (text[i] != letter)
            continue;
        if (!room_left(found, capacity)) //! race
            break;
        int slot = atomicAdd(found, 1); //! race
        if (slot < capacity)
            position[slot] = i;
    }
}
