#define SLOTS 256
#define EMPTY 0xffffffffu

__device__ int insert(unsigned int *slots, unsigned int key)
{
    unsigned int at = (key * 2654435761u) >> 24;
    for (int probe = 0; probe < SLOTS; probe++) {
        unsigned int seen = atomicCAS(&slots[at], EMPTY, key); //! uninitialised
        if (seen == EMPTY || seen == key) //! uninitialised
            return at; //! uninitialised
        at = (at + 1) % SLOTS; //! uninitialised
    }
    return -1;
}

__global__ void place_keys(const unsigned int *key, int *slot_of)
{
    __shared__ unsigned int slots[SLOTS];
    if (threadIdx.x < SLOTS)
        slots[threadIdx.x] = EMPTY;
    __syncthreads();

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int at = insert(slots, key[i]); //! uninitialised
    slot_of[i] = at; //! uninitialised
}
