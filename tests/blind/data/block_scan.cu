// Inclusive prefix sums within blocks of 1024 elements: four a thread, shuffles in a warp, shared memory between warps.
//
// Launch: 256 threads a block, one block for each 1024 elements.
__global__ void block_scan(const int *in, int *out, int elements)
{
    __shared__ int totals[8];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int first = blockIdx.x * 1024 + threadIdx.x * 4;
    int4 v = make_int4(0, 0, 0, 0);
    if (first + 3 < elements) {
        v = *(const int4 *)(in + first);
    } else {
        if (first < elements)
            v.x = in[first];
        if (first + 1 < elements)
            v.y = in[first + 1];
        if (first + 2 < elements)
            v.z = in[first + 2];
    }
    v.y += v.x;
    v.z += v.y;
    v.w += v.z;

    int sum = v.w;
    for (int d = 1; d < 32; d *= 2) {
        int other = __shfl_up_sync(0xffffffff, sum, d);
        if (lane >= d)
            sum += other;
    }
    if (lane == 31)
        totals[warp] = sum;
    __syncthreads();
    int before = sum - v.w; // of the lanes before this one, then of the warps before this one
    for (int w = 0; w < warp; w++)
        before += totals[w];

    if (first + 3 < elements) {
        *(int4 *)(out + first) = make_int4(v.x + before, v.y + before, v.z + before, v.w + before);
    } else {
        if (first < elements)
            out[first] = v.x + before;
        if (first + 1 < elements)
            out[first + 1] = v.y + before;
        if (first + 2 < elements)
            out[first + 2] = v.z + before;
    }
}
