// Counts the places where a pattern occurs; text and pattern are cached in shared memory.
#define BLOCK 128
#define MAX_PATTERN 16

__global__ void string_count(const unsigned char *text, int n, const unsigned char *pattern, int m, int *count)
{
    __shared__ unsigned char s[BLOCK + MAX_PATTERN], p[MAX_PATTERN];
    int t = threadIdx.x, base = blockIdx.x * BLOCK;
    int have = min(BLOCK + m - 1, n - base);
    for (int k = t; k < have; k += BLOCK)
        s[k] = text[base + k];
    if (t < m)
        p[t] = pattern[t];
    __syncthreads();
    int match = 0;
    if (t + m <= have) {
        int k = 0;
        while (k < m && s[t + k] == p[k])
            k++;
        match = k == m;
    }
    int found = __syncthreads_count(match);
    if (t == 0 && found)
        atomicAdd(count, found);
}
