// Blocks pass a running maximum on to the next block through a value and a flag.
#include <limits.h>
#define BLOCK 64

__global__ void carry_chain(const int *in, int *out, int *carry, int *flag, int *ticket, int n)
{
    __shared__ int s[BLOCK];
    __shared__ int id, before;
    int t = threadIdx.x;
    if (t == 0)
        id = atomicAdd(ticket, 1);
    __syncthreads();
    int i = id * BLOCK + t;
    s[t] = i < n ? in[i] : INT_MIN;
    __syncthreads();
    if (t == 0) {
        int m = INT_MIN;
        for (int k = 0; k < BLOCK; k++)
            m = max(m, s[k]);
        int b = INT_MIN;
        if (id > 0) {
            volatile int *f = flag + id - 1;
            while (*f == 0)
                ;
            __threadfence();
            b = carry[id - 1];
        }
        carry[id] = max(b, m);
        __threadfence();
        *(volatile int *)(flag + id) = 1;
        before = b;
    }
    __syncthreads();
    int m = before;
    for (int k = 0; k <= t; k++)
        m = max(m, s[k]);
    if (i < n)
        out[i] = m;
}
