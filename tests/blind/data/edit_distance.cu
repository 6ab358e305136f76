// Levenshtein distance of pairs of strings of 32 characters: a thread a pair, one row of the table in registers.
//
// Launch: 64 threads a block, a thread a pair. Character c of all strings lies together, then character c + 1.
#define LENGTH 32

__global__ void edit_distance(const unsigned char *left, const unsigned char *right, int *edits, int pairs)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= pairs)
        return;
    unsigned char a[LENGTH];
    int row[LENGTH + 1];
    row[0] = 0;
#pragma unroll
    for (int i = 0; i < LENGTH; i++) {
        a[i] = left[(size_t)i * pairs + p];
        row[i + 1] = i + 1;
    }
    for (int j = 0; j < LENGTH; j++) {
        unsigned char b = right[(size_t)j * pairs + p];
        int diagonal = row[0];
        row[0] = j + 1;
#pragma unroll
        for (int i = 0; i < LENGTH; i++) {
            int replaced = diagonal + (a[i] != b);
            diagonal = row[i + 1];
            row[i + 1] = min(replaced, min(row[i], diagonal) + 1);
        }
    }
    edits[p] = row[LENGTH];
}
