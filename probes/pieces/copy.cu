// A copy in pieces. On one side vectors follow one another; on the other a piece of `1 << log_piece` vectors does, and the next one lies a
// row away, as it does for tiles of a matrix. Every request is perfect and every byte is used: what is left is how much of a
// DRAM page is wanted at a time.
//
// Launch: 256 threads a block, a thread a vector of 4 floats, 1 << log_count in all; there are 1 << log_rows rows.
__device__ static size_t place(size_t k, int log_piece, int log_rows, int log_count)
{
    size_t piece = k >> log_piece, row = piece & ((1 << log_rows) - 1), column = piece >> log_rows;
    return (row << (log_count - log_rows)) + (column << log_piece) + (k & ((1 << log_piece) - 1));
}

__global__ void read_pieces(const float4 *in, float4 *out, int log_piece, int log_rows, int log_count)
{
    size_t k = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    out[k] = in[place(k, log_piece, log_rows, log_count)];
}

__global__ void write_pieces(const float4 *in, float4 *out, int log_piece, int log_rows, int log_count)
{
    size_t k = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    out[place(k, log_piece, log_rows, log_count)] = in[k];
}
