// Latency of a load that touches several lines: a warp follows so many chains at a time, lane k the chain k % chains. All of them are parts of
// one, which visits every 128-byte line in an order nothing can foresee: successor(i) = (a * i + c) modulo a power of two has the full
// period where c is odd and a % 4 is 1. L1 is passed by: the lanes of a chain share what they load, and nothing else is read twice.
//
// Launch: link_lines with a thread a word, then follow_chains with 32 threads. lines is a power of two, from 32 on.
#define LINE_WORDS 32
#ifndef WHOLE
#define WHOLE 0
#endif

__device__ static unsigned successor(unsigned line, unsigned lines)
{
    return (line * 1664525u + 1013904223u) & (lines - 1);
}

// Every word of a line says where the next one is.
__global__ void link_lines(unsigned *array, unsigned lines)
{
    size_t word = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (word < (size_t)lines * LINE_WORDS)
        array[word] = successor(word / LINE_WORDS, lines) * LINE_WORDS;
}

// WHOLE: all sectors of its line, as far as a chain has lanes for them.
__global__ void follow_chains(const unsigned *array, unsigned *out, int chains, int steps, unsigned lines)
{
    unsigned at = threadIdx.x % chains * (lines / 32) * LINE_WORDS;
#pragma unroll 8
    for (int step = 0; step < steps; step++)
        at = __ldcg(&array[at + WHOLE * (threadIdx.x / chains * chains)]);
    out[threadIdx.x] = at;
}
