// Keys are read side by side, and what they point at lies anywhere in a table of 64 MB.
//
// warpgrind: --grid 'n/256' --block 256
// warpgrind: -a keys:u32[n]='(i*2654435761)%16777216' -a table:f32[16777216]=i -a out:f32[n] -a n:i32=262144
__global__ void gather(const unsigned *keys, const float *table, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned key = keys[i];
    float value = table[key];
    float scaled = value * 0.5f + 1;
    out[i] = scaled;
}
