// Odd-even sort of records in shared memory; records with padding between their members are swapped whole.
#define BLOCK 48
struct Record {
    char kind;
    double key;
    short index;
};

__device__ bool after(const Record &a, const Record &b)
{
    return a.kind != b.kind ? a.kind > b.kind : a.key > b.key;
}

__global__ void struct_padding_sort(const float *key, short *order, float *sorted, int n)
{
    __shared__ Record r[BLOCK];
    int t = threadIdx.x, base = blockIdx.x * BLOCK, m = min(BLOCK, n - base);
    if (t < m) {
        r[t].kind = key[base + t] < 0.3f ? 'a' : 'b';
        r[t].key = key[base + t];
        r[t].index = (short)t;
    }
    __syncthreads();
    for (int pass = 0; pass < m; pass++) {
        int a = 2 * t + (pass & 1);
        if (a + 1 < m && after(r[a], r[a + 1])) {
            Record tmp = r[a];
            r[a] = r[a + 1];
            r[a + 1] = tmp;
        }
        __syncthreads();
    }
    if (t < m) {
        order[base + t] = r[t].index;
        sorted[base + t] = (float)r[t].key;
    }
}
