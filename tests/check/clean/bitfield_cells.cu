// Cells with bit fields in shared memory, filled in two passes by different threads; together the fields fill the word.
#define BLOCK 64
struct Cell {
    unsigned alive : 1;
    unsigned age : 6;
    unsigned colour : 9;
    unsigned id : 16;
};

__global__ void bitfield_cells(const unsigned *seed, unsigned *score, int n)
{
    __shared__ Cell cell[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    unsigned v = i < n ? seed[i] : 0;
    cell[t].alive = v & 1;
    cell[t].colour = v >> 8;
    __syncthreads();
    Cell *other = &cell[BLOCK - 1 - t];
    other->age = v >> 1;
    other->id = i;
    __syncthreads();
    Cell left = cell[(t + BLOCK - 1) % BLOCK], right = cell[(t + 1) % BLOCK];
    unsigned s = left.age + right.age;
    if (left.alive && right.alive)
        s += left.colour ^ right.colour;
    if (i < n)
        score[i] = s * 65536u + right.id;
}
