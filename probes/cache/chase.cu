// Latency: one thread follows a chain through an array, each load waiting for the one before it, since it holds the address.
// The chain visits every 128-byte line once before it comes back, in an order nothing can foresee: successor(i) = (a * i + c)
// modulo a power of two has the full period where c is odd and a % 4 is 1.
//
// Launch: link_lines with a thread a word, then follow_chain with one thread. lines is a power of two.
#define LINE_WORDS 32

__device__ static unsigned successor(unsigned line, unsigned lines)
{
    return (line * 1664525u + 1013904223u) & (lines - 1);
}

// Every word of a line says where the next one is. The lines are left in L2, as far as they fit.
__global__ void link_lines(unsigned *array, unsigned lines)
{
    size_t word = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (word < (size_t)lines * LINE_WORDS)
        array[word] = successor(word / LINE_WORDS, lines) * LINE_WORDS;
}

__global__ void follow_chain(const unsigned *array, unsigned *out, int steps)
{
    unsigned at = 0;
#pragma unroll 8
    for (int step = 0; step < steps; step++)
        at = array[at];
    *out = at;
}
