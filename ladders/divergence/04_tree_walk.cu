// Look-ups in a search tree, a thread a query: from the root down, left or right by comparing, with some work at every node, until
// there is no child. The tree is not balanced: its upper levels are full, but below them hang lists of very different lengths. A warp walks
// until the lane with the longest way has arrived; the others wait for it.
//
// child[2 node] and child[2 node + 1] are left and right, or -1; the result is the place where the walk ended, and the score.
//
// Launch: a thread a query.
#define WORK 32

// What is done at every node on the way: the score is turned by an angle, many times.
__device__ void visit(float *u, float *v)
{
    for (int k = 0; k < WORK; k++) {
        float next = 0.9950041653f * *u - 0.0998334166f * *v;
        *v = 0.0998334166f * *u + 0.9950041653f * *v;
        *u = next;
    }
}

__global__ void tree_walk(const float *query, int *leaf, float *score, int n, const float *key, const int *child)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
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
