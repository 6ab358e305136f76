// Looks up keys in a hash table with open addressing: the key's hash says where to begin, then slot after slot.
//
// Launch: 128 threads a block, a thread a lookup. The table has 2^bits slots.
#define EMPTY 0x7fffffffffffffffull
#define NOT_FOUND 0xffffffffffffffffull

__global__ void hash_probe(const ulonglong2 *table, const unsigned long long *wanted, unsigned long long *found,
                           int bits, int lookups)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= lookups)
        return;
    unsigned long long key = wanted[i], result = NOT_FOUND;
    unsigned mask = (1u << bits) - 1;
    unsigned slot = ((unsigned)key ^ (unsigned)(key >> 32)) * 0x9e3779b9u >> (32 - bits);
    while (true) {
        ulonglong2 entry = table[slot];
        if (entry.x == key) {
            result = entry.y;
            break;
        }
        if (entry.x == EMPTY)
            break;
        slot = (slot + 1) & mask;
    }
    found[i] = result;
}
