// Bandwidth: every work-group reads a part of the array again and again. Its part is `length` vectors long and begins at its number
// times `distance`; what it reads in all is the same for every size.
//
// 1024 work-items a group; out has an element for each. The array has count vectors of 4 floats, at least one a group.
#define UNROLLED 4

__kernel void read_again(__global const float4 *array, __global float *out, int count, int distance, int length, int loads)
{
    int begin = get_group_id(0) * distance;
    int at = get_local_id(0) % length;
    int stride = get_local_size(0) % length; // from one load of a work-item to its next, around the part
    float sum = 0;
    for (int load = 0; load < loads; load += UNROLLED) {
        float4 v[UNROLLED];
#pragma unroll
        for (int j = 0; j < UNROLLED; j++) {
            int k = begin + at;
            v[j] = array[k < count ? k : k - count];
            at += stride;
            at = at < length ? at : at - length;
        }
#pragma unroll
        for (int j = 0; j < UNROLLED; j++)
            sum += v[j].x + v[j].y + v[j].z + v[j].w;
    }
    out[get_global_id(0)] = sum;
}
