// Loads from local memory at a stride: a load takes as many passes as its busiest bank has words.
#define STEPS 32                     // loads of a round, from neighbouring words
#define MOST_WORDS (31 * 64 + STEPS) // stride up to 64

__kernel void strided_loads(__global float *out, int n, int rounds, int stride)
{
    __local float words[MOST_WORDS];
    for (int k = get_local_id(0); k < MOST_WORDS; k += get_local_size(0))
        words[k] = k % 7;
    barrier(CLK_LOCAL_MEM_FENCE);
    const volatile __local float *mine = words + get_local_id(0) % 32 * stride; // volatile: read anew each time
    float sum = 0;
    for (int round = 0; round < rounds; round++) {
#pragma unroll
        for (int step = 0; step < STEPS; step++)
            sum += mine[step];
    }
    int k = get_global_id(0);
    if (k < n)
        out[k] = sum;
}
