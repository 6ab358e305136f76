// No order is needed if lanes do not wait for one another: a lane that has arrived takes the next query and goes on, while its neighbours
// are still on their way. The queries are a queue, one counter for all; a warp takes as many as it has idle lanes, with one
// atomic addition, but only when there are several idle, since fetching is a divergent branch too.
//
// Launch: as many blocks of whole warps as the GPU holds. queue[0] is 0 before.
#define WORK 32
#define ENOUGH 8 // idle lanes that make it worth fetching

// What is done at every node on the way: the score is turned by an angle, many times.
__device__ void visit(float *u, float *v)
{
    for (int k = 0; k < WORK; k++) {
        float next = 0.9950041653f * *u - 0.0998334166f * *v;
        *v = 0.0998334166f * *u + 0.9950041653f * *v;
        *u = next;
    }
}

__global__ void tree_queue(const float *query, int *leaf, float *score, int n, const float *key, const int *child, unsigned *queue)
{
    int lane = threadIdx.x % 32;
    int i = -1, node = 0; // no query yet
    float q = 0, u = 0, v = 0;
    bool more = true; // there may be queries left

    for (;;) {
        unsigned idle = __ballot_sync(0xffffffff, i < 0);
        if (more && __popc(idle) >= ENOUGH) {
            unsigned first = 0;
            if (lane == 0)
                first = atomicAdd(queue, __popc(idle));
            first = __shfl_sync(0xffffffff, first, 0);
            more = first + __popc(idle) < n;
            unsigned mine = first + __popc(idle & ((1u << lane) - 1));
            if (i < 0 && mine < n) {
                i = mine;
                q = query[i];
                u = q;
                v = 1 - q;
                node = 0;
            }
        }
        if (!__any_sync(0xffffffff, i >= 0))
            break;
        if (i >= 0) {
            int place = 2 * node + (q >= key[node]);
            node = child[place];
            visit(&u, &v);
            if (node < 0) {
                leaf[i] = place;
                score[i] = u;
                i = -1;
            }
        }
    }
}
