// An array is read over and over by all work-items together, each of its vectors by another one every time: what answers is L2, as
// far as the array fits, and memory beyond.
//
// `count` vectors of 4 floats; out has an element for each work-item. Work-items times turns is at least count; turns is a
// multiple of UNROLLED.
#define UNROLLED 4

__kernel void read_array(__global const float4 *array, __global float *out, int count, int turns)
{
    int at = get_global_id(0) % count, step = get_global_size(0) % count;
    float sum = 0;
    for (int turn = 0; turn < turns; turn += UNROLLED) {
        float4 v[UNROLLED];
#pragma unroll
        for (int k = 0; k < UNROLLED; k++) {
            v[k] = array[at];
            at += step;
            at = at < count ? at : at - count;
        }
#pragma unroll
        for (int k = 0; k < UNROLLED; k++)
            sum += (v[k].x + v[k].y) + (v[k].z + v[k].w);
    }
    out[get_global_id(0)] = sum;
}
