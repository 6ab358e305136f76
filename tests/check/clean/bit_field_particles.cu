struct Cell {
    unsigned alive : 1;
    unsigned age : 7;
    unsigned species : 4;
    unsigned energy : 20;
};

extern "C" __global__ void bit_field_particles(const unsigned *start, unsigned *state, int n)
{
    __shared__ Cell row[66];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    Cell blank = {0, 0, 0, 0};
    row[t + 1] = blank;
    if (t < 2)
        row[t * 65] = blank;
    if (i < n) {
        row[t + 1].alive = start[i] & 1;
        row[t + 1].species = start[i] >> 1;
        row[t + 1].energy = start[i] >> 5;
    }
    __syncthreads();
    int friends = (row[t].alive && row[t].species == row[t + 1].species) + (row[t + 2].alive && row[t + 2].species == row[t + 1].species);
    __syncthreads();
    row[t + 1].age += 1 + friends;
    row[t + 1].alive = friends != 1;
    if (i < n) {
        Cell c = row[t + 1];
        state[i] = c.alive | c.age << 1 | c.species << 8 | c.energy << 12;
    }
}
