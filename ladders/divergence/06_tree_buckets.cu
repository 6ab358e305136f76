// Reordering at run time: the queries are put into buckets by their leading bits, in three passes over them, and walked in that order through a
// table of indices. Neighbouring lanes now have almost the same query, hence almost the same way. The passes, and results that are
// stored out of order, are the price; it pays when the work at the nodes is more than that.
//
// Launch: count, scan (one block of 1024 threads) and place; then a thread a query. counts is 0 before.
#define WORK 32
#define BUCKETS 4096
#define SCAN_THREADS 1024

__device__ int bucket_of(float query)
{
    return min(max((int)(query * BUCKETS), 0), BUCKETS - 1);
}

__global__ void buckets_count(const float *query, int n, unsigned *counts)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&counts[bucket_of(query[i])], 1);
}

// Each count becomes the sum of those before it: where the bucket begins.
__global__ void buckets_scan(unsigned *counts)
{
    __shared__ unsigned sum[SCAN_THREADS];
    const int per_thread = BUCKETS / SCAN_THREADS;
    unsigned mine = 0;
    for (int k = 0; k < per_thread; k++)
        mine += counts[threadIdx.x * per_thread + k];
    sum[threadIdx.x] = mine;
    for (unsigned reach = 1; reach < SCAN_THREADS; reach *= 2) {
        __syncthreads();
        unsigned before = threadIdx.x >= reach ? sum[threadIdx.x - reach] : 0;
        __syncthreads();
        sum[threadIdx.x] += before;
    }
    unsigned begin = sum[threadIdx.x] - mine;
    for (int k = 0; k < per_thread; k++) {
        unsigned count = counts[threadIdx.x * per_thread + k];
        counts[threadIdx.x * per_thread + k] = begin;
        begin += count;
    }
}

__global__ void buckets_place(const float *query, int n, unsigned *counts, int *order)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        order[atomicAdd(&counts[bucket_of(query[i])], 1)] = i;
}

// What is done at every node on the way: the score is turned by an angle, many times.
__device__ void visit(float *u, float *v)
{
    for (int k = 0; k < WORK; k++) {
        float next = 0.9950041653f * *u - 0.0998334166f * *v;
        *v = 0.0998334166f * *u + 0.9950041653f * *v;
        *u = next;
    }
}

__global__ void tree_buckets(const float *query, int *leaf, float *score, int n, const float *key, const int *child, const int *order)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n)
        return;
    int i = order[t];
    float q = query[i], u = q, v = 1 - q;
    int node = 0, place;
    do {
        place = 2 * node + (q >= key[node]);
        node = child[place];
        visit(&u, &v);
    } while (node >= 0);
    leaf[i] = place;
    score[i] = u;
}
