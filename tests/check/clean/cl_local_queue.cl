// Flood fill of a small maze per work-group with a queue in local memory; the trip count is the same for all.
#define SIDE 10
#define CELLS (SIDE * SIDE)

__kernel void cl_local_queue(__global const uchar *wall, __global int *dist)
{
    __local int d[CELLS], queue[CELLS];
    __local int tail;
    const int lid = get_local_id(0), m = get_local_size(0), base = get_group_id(0) * CELLS;
    for (int k = lid; k < CELLS; k += m)
        d[k] = wall[base + k] == 0 ? -2 : -1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0) {
        d[0] = 0;
        queue[0] = 0;
        tail = 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int head = 0, end = 1;
    while (head < end) {
        for (int q = head + lid; q < end; q += m) {
            const int c = queue[q], x = c % SIDE, y = c / SIDE;
            const int step = atomic_add(&d[c], 0) + 1;
            for (int k = 0; k < 4; k++) {
                const int nx = x + (k == 0) - (k == 1), ny = y + (k == 2) - (k == 3);
                if (nx < 0 || ny < 0 || nx >= SIDE || ny >= SIDE)
                    continue;
                if (atomic_cmpxchg(&d[ny * SIDE + nx], -1, step) == -1)
                    queue[atomic_inc(&tail)] = ny * SIDE + nx;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        head = end;
        end = tail;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int k = lid; k < CELLS; k += m)
        dist[base + k] = d[k];
}
