// Several steps a launch. A block loads its cells with a border of K, and makes up to K steps without asking anyone: after each, the
// outermost ring of what it has is no longer right, because it lacked neighbours, and after K steps the cells the block
// is there for still are. A pyramid of work: the blocks' borders overlap and are computed more than once, and in exchange the
// plate goes through memory once in K steps, and there are K times fewer launches.
// Of 32 x 32 cells, a block delivers (32 - 2 K)^2: 56 % with K = 4. Each step costs four reads and a write of shared memory a cell,
// and a barrier.
//
// Launch: 32 x 32 threads a block, one for each (32 - 2 K)^2 cells; `steps` is at most K.
#ifndef K
#define K 4
#endif
#define TILE 32
#define USEFUL (TILE - 2 * K)

__global__ void __launch_bounds__(TILE *TILE)
    hotspot_pyramid(const float *now, float *then, const float *power, int width, int height, float conduct, int steps)
{
    __shared__ float tiles[2][TILE * TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * USEFUL + tx - K, y = blockIdx.y * USEFUL + ty - K;
    bool in_plate = x >= 0 && x < width && y >= 0 && y < height;
    size_t i = in_plate ? (size_t)y * width + x : 0;
    float heat = in_plate ? power[i] : 0, here = in_plate ? now[i] : 0;

    int cell = ty * TILE + tx; // at the plate's edge a cell is its own neighbour
    int left = x > 0 ? cell - 1 : cell, right = x < width - 1 ? cell + 1 : cell;
    int above = y > 0 ? cell - TILE : cell, below = y < height - 1 ? cell + TILE : cell;
    int right_for = in_plate ? min(min(tx, TILE - 1 - tx), min(ty, TILE - 1 - ty)) : 0; // so many steps, until the border gets here

    float *from = tiles[0], *to = tiles[1];
    from[cell] = here;
    __syncthreads();
    for (int step = 0; step < steps; step++) {
        if (step < right_for) {
            float around = from[left] + from[right] + from[above] + from[below];
            here = here + conduct * (around - 4 * here) + heat;
            to[cell] = here;
        }
        __syncthreads();
        float *swap = from;
        from = to;
        to = swap;
    }
    if (right_for >= K)
        then[i] = here;
}
