// Smith-Waterman with affine gaps: one anti-diagonal of the score matrix per launch.
// Cell k of diagonal d is (i, j) = (d - k, k). The host rotates the three H buffers and launches
// the next diagonal; E and F are updated in place (F moves by one cell, hence two buffers).
#define ALPHABET 24

extern "C" __global__ void smith_waterman_diag(const unsigned char *__restrict__ query,
                                               const unsigned char *__restrict__ target,
                                               const signed char *__restrict__ blosum, const int *__restrict__ h_prev2,
                                               const int *__restrict__ h_prev, int *__restrict__ h_cur, int *e,
                                               const int *__restrict__ f_prev, int *__restrict__ f_cur, int *best,
                                               int diagonal, int first, int count, int gap_open, int gap_extend)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx >= count)
        return;
    int k = first + idx;
    int i = diagonal - k;

    // gap in the target: from (i - 1, k); gap in the query: from (i, k - 1)
    int ee = max(h_prev[k + 1] - gap_open, e[k] - gap_extend);
    int ff = max(h_prev[k] - gap_open, f_prev[k] - gap_extend);
    e[k] = ee;
    f_cur[k + 1] = ff;

    int match = h_prev2[k] + blosum[query[i] * ALPHABET + target[k]];
    int h = max(max(0, match), max(ee, ff));
    h_cur[k + 1] = h;
    if (h > best[k])
        best[k] = h;
}
