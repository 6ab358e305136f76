// Pieces of a long text of 16-bit tokens, of any length and from anywhere, are packed one after the other.
//
// Launch: 128 threads a block, a warp a piece.
__global__ void ragged_gather(const unsigned short *text, const int *begins, const int *offsets, unsigned short *packed,
                              int pieces)
{
    int piece = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    if (piece >= pieces)
        return;
    const unsigned short *from = text + begins[piece];
    int offset = offsets[piece];
    int length = offsets[piece + 1] - offset;
    for (int i = lane; i < length; i += 32)
        packed[offset + i] = from[i];
}
