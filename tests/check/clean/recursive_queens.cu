struct Board {
    int size;
    signed char queen[8];
};

__device__ bool safe(const Board *b, int row, int col)
{
    for (int r = 0; r < row; ++r) {
        int d = b->queen[r] - col;
        if (d == 0 || d == row - r || d == r - row)
            return false;
    }
    return true;
}

__device__ __noinline__ int place(Board *b, int row)
{
    if (row == b->size)
        return 1;
    int found = 0;
    for (int col = 0; col < b->size; ++col)
        if (safe(b, row, col)) {
            b->queen[row] = (signed char)col;
            found += place(b, row + 1);
        }
    return found;
}

// Each thread fixes the first two queens.
extern "C" __global__ void recursive_queens(int *solutions, int size)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Board b;
    b.size = size - (int)blockIdx.x;
    b.queen[0] = (signed char)(threadIdx.x / 6);
    b.queen[1] = (signed char)(threadIdx.x % 6);
    bool possible = b.queen[0] < b.size && b.queen[1] < b.size && safe(&b, 1, b.queen[1]);
    solutions[i] = possible ? place(&b, 2) : 0;
}
