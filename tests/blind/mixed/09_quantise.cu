// Floats become signed bytes, with one scale for each group of 128: a warp a group, four elements a lane.
//
// Launch: 256 threads a block, a warp a group.
__global__ void quantise(const float4 *in, char4 *out, float *scales, int groups)
{
    int group = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (group >= groups)
        return;
    float4 v = in[(size_t)group * 32 + lane];
    float largest = fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w)));
    for (int offset = 16; offset > 0; offset /= 2)
        largest = fmaxf(largest, __shfl_xor_sync(0xffffffff, largest, offset));
    float inverse = largest > 0 ? 127.0f / largest : 0.0f;
    char4 q;
    q.x = (signed char)__float2int_rn(v.x * inverse);
    q.y = (signed char)__float2int_rn(v.y * inverse);
    q.z = (signed char)__float2int_rn(v.z * inverse);
    q.w = (signed char)__float2int_rn(v.w * inverse);
    out[(size_t)group * 32 + lane] = q;
    if (lane == 0)
        scales[group] = largest / 127.0f;
}
