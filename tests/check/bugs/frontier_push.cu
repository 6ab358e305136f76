#define BLOCK 96

struct Queue {
    int tail;
    int items[BLOCK];
};

__device__ void push(Queue *q, int v)
{
    int at = q->tail;  //! race
    q->items[at] = v;  //! race
    q->tail = at + 1;  //! race
}

__global__ void collect_active(const float *energy, int *active, int *sizes, int n, float limit)
{
    __shared__ Queue q;
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;

    if (t == 0)
        q.tail = 0;
    __syncthreads();
    if (i < n && energy[i] > limit)
        push(&q, i);
    __syncthreads();

    if (t < q.tail)
        active[blockIdx.x * BLOCK + t] = q.items[t];
    if (t == 0)
        sizes[blockIdx.x] = q.tail;
}
