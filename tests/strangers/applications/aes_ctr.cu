// AES-128 in counter mode with the four T-tables in shared memory, one 16-byte block per thread.
// The key schedule (44 words) is in constant memory; words are big-endian as in the reference code.
__constant__ unsigned int round_keys[44];

extern "C" __global__ void aes_ctr(const uint4 *__restrict__ plain, uint4 *__restrict__ cipher,
                                   const unsigned int *__restrict__ tables, int blocks, unsigned int nonce0,
                                   unsigned int nonce1, unsigned int nonce2)
{
    __shared__ unsigned int te0[256], te1[256], te2[256], te3[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) {
        te0[i] = tables[i];
        te1[i] = tables[256 + i];
        te2[i] = tables[512 + i];
        te3[i] = tables[768 + i];
    }
    __syncthreads();

    int block = blockIdx.x * blockDim.x + threadIdx.x;
    if (block >= blocks)
        return;

    unsigned int s0 = nonce0 ^ round_keys[0];
    unsigned int s1 = nonce1 ^ round_keys[1];
    unsigned int s2 = nonce2 ^ round_keys[2];
    unsigned int s3 = (unsigned int)block ^ round_keys[3];

    for (int r = 1; r < 10; r++) {
        unsigned int t0 = te0[s0 >> 24] ^ te1[(s1 >> 16) & 255] ^ te2[(s2 >> 8) & 255] ^ te3[s3 & 255];
        unsigned int t1 = te0[s1 >> 24] ^ te1[(s2 >> 16) & 255] ^ te2[(s3 >> 8) & 255] ^ te3[s0 & 255];
        unsigned int t2 = te0[s2 >> 24] ^ te1[(s3 >> 16) & 255] ^ te2[(s0 >> 8) & 255] ^ te3[s1 & 255];
        unsigned int t3 = te0[s3 >> 24] ^ te1[(s0 >> 16) & 255] ^ te2[(s1 >> 8) & 255] ^ te3[s2 & 255];
        s0 = t0 ^ round_keys[4 * r];
        s1 = t1 ^ round_keys[4 * r + 1];
        s2 = t2 ^ round_keys[4 * r + 2];
        s3 = t3 ^ round_keys[4 * r + 3];
    }

    // last round: the S-box is one byte of each T-table entry
#define LAST(a, b, c, d)                                                                                             \
    ((te2[(a) >> 24] & 0xff000000u) ^ (te3[((b) >> 16) & 255] & 0x00ff0000u) ^                                       \
     (te0[((c) >> 8) & 255] & 0x0000ff00u) ^ (te1[(d) & 255] & 0x000000ffu))
    uint4 p = plain[block];
    p.x ^= LAST(s0, s1, s2, s3) ^ round_keys[40];
    p.y ^= LAST(s1, s2, s3, s0) ^ round_keys[41];
    p.z ^= LAST(s2, s3, s0, s1) ^ round_keys[42];
    p.w ^= LAST(s3, s0, s1, s2) ^ round_keys[43];
    cipher[block] = p;
}
