#define TILE 64

__kernel __attribute__((reqd_work_group_size(TILE, 1, 1)))
void reversed_product(__global const float *a, __global const float *b, __global float *product)
{
    __local float first[TILE];
    __local float second[TILE];
    int l = get_local_id(0);
    int base = get_group_id(0) * TILE;

    event_t done[2];
    done[0] = async_work_group_copy(first, a + base, TILE, 0);
    done[1] = async_work_group_copy(second, b + base, TILE, 0); //! sync, race
    wait_group_events(1, done); //! sync

    product[base + l] = first[l] * second[TILE - 1 - l]; //! sync, race, uninitialised
}
