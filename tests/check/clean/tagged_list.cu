// Linked lists whose pointers carry a mark in their lowest bit: marked nodes count as deleted.
#include <stdint.h>
struct Node {
    uintptr_t next;
    int value;
};

__device__ Node *target(uintptr_t link) { return (Node *)(link & ~(uintptr_t)1); }

__global__ void tagged_list(const int *value, Node *pool, int *sum, int n)
{
    __shared__ uintptr_t head;
    int t = threadIdx.x, base = blockIdx.x * blockDim.x, m = min((int)blockDim.x, n - base);
    if (t < m) {
        Node *self = pool + base + t;
        self->value = value[base + t];
        uintptr_t after = t + 1 < m ? (uintptr_t)(self + 1) : 0;
        self->next = after | (self->value % 3 == 0);
        if (t == 0)
            head = (uintptr_t)self;
    }
    __syncthreads();
    if (t == 0) {
        int s = 0;
        for (Node *p = target(head); p; p = target(p->next))
            if (!(p->next & 1))
                s += p->value;
        sum[blockIdx.x] = s;
    }
}
