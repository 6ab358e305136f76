// The same memory as an array of four dimensions, [n][5][3][2]. One flat index serves any number of dimensions, and each
// dimension costs one division and one remainder: peel off the fastest first, the slowest is what remains. As a column,
// (plane, line, side) is (plane * 3 + line) * 2 + side.
//
// Launch: any number of threads a block, ceil(30 n / threads) blocks; 30 n < 2^32.
#define PLANES 5
#define LINES 3
#define SIDES 2

__global__ void fill_flat_4d(const float *x, float *table, int n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= (unsigned)n * PLANES * LINES * SIDES)
        return;
    unsigned rest = i;
    unsigned side = rest % SIDES;
    rest /= SIDES;
    unsigned line = rest % LINES;
    rest /= LINES;
    unsigned plane = rest % PLANES;
    unsigned row = rest / PLANES;
    table[i] = x[row] * ((plane * LINES + line) * SIDES + side + 1);
}
