// Bandwidth: every block reads a part of the array again and again. A block's part is `length` vectors long and begins at
// `blockIdx.x * distance`; what it reads in all is the same for every size. Where the parts are slices (length = distance),
// each multiprocessor needs its own alone; where every block reads the whole array, all of it must fit into each L1, and
// L2 answers all of them from one copy.
//
// Launch: 1024 threads a block, `threads` in all; out has an element for each. The array has count vectors of 4 floats, at least
// one a block.
#define UNROLLED 4

__global__ void read_again(const float4 *array, float *out, int count, int distance, int length, int loads)
{
    int begin = blockIdx.x * distance;
    int at = threadIdx.x % length;
    int stride = blockDim.x % length; // from one load of a thread to its next, around the part
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
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
