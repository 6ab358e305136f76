// The chain in OpenCL.
#define LINE_WORDS 32

__kernel void link_lines(__global uint *array, uint lines)
{
    size_t word = get_global_id(0);
    if (word < (size_t)lines * LINE_WORDS)
        array[word] = (((uint)(word / LINE_WORDS) * 1664525u + 1013904223u) & (lines - 1)) * LINE_WORDS;
}

__kernel void follow_chain(__global const uint *array, __global uint *out, int steps)
{
    uint at = 0;
#pragma unroll 8
    for (int step = 0; step < steps; step++)
        at = array[at];
    *out = at;
}
