// CRC-32 of messages of 256 bytes, one behind the other: a thread a message, a table of 256 words in shared memory.
//
// Launch: 128 threads a block, a thread a message.
#define WORDS 64

__global__ void crc32(const unsigned *text, unsigned *crcs, int messages)
{
    __shared__ unsigned table[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) {
        unsigned c = i;
        for (int bit = 0; bit < 8; bit++)
            c = c & 1 ? c >> 1 ^ 0xedb88320 : c >> 1;
        table[i] = c;
    }
    __syncthreads();

    int m = blockIdx.x * blockDim.x + threadIdx.x;
    if (m >= messages)
        return;
    const unsigned *message = text + (size_t)m * WORDS;
    unsigned crc = 0xffffffff;
    for (int i = 0; i < WORDS; i++) {
        crc ^= message[i];
        for (int byte = 0; byte < 4; byte++)
            crc = crc >> 8 ^ table[crc & 0xff];
    }
    crcs[m] = ~crc;
}
