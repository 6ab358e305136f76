// The same work, dealt out otherwise: the first half of a block's threads takes the block's even elements, the second half the odd ones.
// Every warp is on one side and goes through that alone. A warp's elements are two apart now, so each sector is loaded by
// two warps; next to the arithmetic, that is nothing.
//
// Launch: a thread an element; the block a multiple of 64 threads.
#define STEPS 64

__global__ void branch_by_warp(const float *in, float *out, int n)
{
    int half = blockDim.x / 2;
    bool odd = threadIdx.x >= half;
    int i = blockIdx.x * blockDim.x + 2 * (threadIdx.x % half) + odd;
    if (i >= n)
        return;
    float u = in[i], v = 1 - u;
    if (!odd) {
        for (int step = 0; step < STEPS; step++) {
            float next = 0.9950041653f * u - 0.0998334166f * v;
            v = 0.0998334166f * u + 0.9950041653f * v;
            u = next;
        }
    } else {
        for (int step = 0; step < STEPS; step++) {
            v -= 0.07f * u;
            u += 0.07f * v;
        }
    }
    out[i] = u;
}
