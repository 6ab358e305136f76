// A matrix is read line by line of 32 floats, down its columns: warps that run at the same time read lines that lie a
// row apart. Each request is perfect, 128 bytes in one piece. But memory is divided into partitions (channels, each with its
// slice of L2) by bits of the address, and where rows are a power of two apart, plain bits would send every warp to the
// same one while the others stand idle: partition camping. Some floats of padding between the rows spread them.
// GPUs since Fermi mix higher bits into the choice, and should hardly mind.
//
// Launch: 256 threads a block, `threads` in all, a multiple of 32. A row has `length` lines, and the next one begins `pitch`
// lines after it; there are 1 << log_rows rows.
#define LINE 32

__global__ void sum_columns(const float *in, float *out, int log_rows, int length, int pitch, int threads)
{
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    int warp = thread / LINE, lane = thread % LINE, warps = threads / LINE;
    int rows = 1 << log_rows, lines = rows * length;
    float sum = 0;
    if (thread >= threads)
        return;
#pragma unroll 8
    for (int line = warp; line < lines; line += warps) {
        int row = line & (rows - 1), column = line >> log_rows;
        sum += in[((size_t)row * pitch + column) * LINE + lane];
    }
    out[thread] = sum;
}
