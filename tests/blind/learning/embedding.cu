// Embedding: the table's rows of a token and of the pair it ends, added. A block a token, two halves a thread.
#include <cuda_fp16.h>

#define PAIRS 64 // of the 128 numbers of a row

__global__ void embedding(const half2 *table, const int *words, const int *bigrams, float2 *out, int tokens)
{
    int token = blockIdx.x;
    if (token >= tokens)
        return;
    float2 word = __half22float2(table[(size_t)words[token] * PAIRS + threadIdx.x]);
    float2 bigram = __half22float2(table[(size_t)bigrams[token] * PAIRS + threadIdx.x]);
    out[(size_t)token * PAIRS + threadIdx.x] = make_float2(word.x + bigram.x, word.y + bigram.y);
}
