// The probe side of a hash join: looks every key of the fact table up in an open-addressing table that the build side
// filled. A slot holds the key and the row number of the dimension table; key 0 marks an empty slot.
#define LOG_SLOTS 21
#define SLOT_MASK ((1u << LOG_SLOTS) - 1)

__device__ __forceinline__ unsigned int hash_key(unsigned int key)
{
    return (key * HASH_MUL) >> (32 - LOG_SLOTS);
}

extern "C" __global__ void hash_probe(const unsigned int *__restrict__ keys, const uint2 *__restrict__ table,
                                      int *__restrict__ match, int n)
{
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        unsigned int key = keys[i];
        unsigned int slot = hash_key(key);
        int row = -1;
        while (true) {
            uint2 entry = table[slot];
            if (entry.x == key) {
                row = (int)entry.y;
                break;
            }
            if (entry.x == 0)
                break;
            slot = (slot + 1) & SLOT_MASK;
        }
        match[i] = row;
    }
}
