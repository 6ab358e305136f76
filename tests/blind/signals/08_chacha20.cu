// The key stream of ChaCha20 (RFC 8439): a thread computes a block of 16 words in registers and writes them.
__device__ unsigned rotate(unsigned x, int by)
{
    return x << by | x >> (32 - by);
}

__device__ void quarter(unsigned &a, unsigned &b, unsigned &c, unsigned &d)
{
    a += b, d = rotate(d ^ a, 16);
    c += d, b = rotate(b ^ c, 12);
    a += b, d = rotate(d ^ a, 8);
    c += d, b = rotate(b ^ c, 7);
}

__global__ void chacha20(const unsigned *key, const unsigned *nonce, unsigned *stream, int blocks, unsigned counter)
{
    int block = blockIdx.x * blockDim.x + threadIdx.x;
    if (block >= blocks)
        return;
    unsigned start[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    for (int i = 0; i < 8; i++)
        start[4 + i] = key[i];
    start[12] = counter + block;
    for (int i = 0; i < 3; i++)
        start[13 + i] = nonce[i];
    unsigned x[16];
    for (int i = 0; i < 16; i++)
        x[i] = start[i];
    for (int round = 0; round < 20; round += 2) {
        for (int i = 0; i < 4; i++)
            quarter(x[i], x[4 + i], x[8 + i], x[12 + i]);
        for (int i = 0; i < 4; i++)
            quarter(x[i], x[4 + (i + 1) % 4], x[8 + (i + 2) % 4], x[12 + (i + 3) % 4]);
    }
    for (int i = 0; i < 16; i++)
        stream[(size_t)block * 16 + i] = x[i] + start[i];
}
