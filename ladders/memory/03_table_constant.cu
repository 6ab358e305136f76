// What constant memory is bad at: a table in which every lane looks up another entry. The constant cache gives one word at a time, so a
// warp's look-up takes as many passes as its lanes want different words.
//
// Launch: a thread an element.
#define ENTRIES 1024

__constant__ float constant_table[ENTRIES];

__global__ void table_constant(const float *in, float *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int entry = min((int)(in[i] * ENTRIES), ENTRIES - 1);
    out[i] = constant_table[entry];
}
