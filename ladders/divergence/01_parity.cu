// Two kinds of work, one for the odd elements and one for the even ones. A warp has one instruction for all of its lanes: it goes through
// both sides, half of its lanes idle on each, and takes as long as both together.
//
// Launch: a thread an element.
#define STEPS 64

__global__ void branch_parity(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float u = in[i], v = 1 - u;
    if (i % 2 == 0) {
        for (int step = 0; step < STEPS; step++) { // a turn by a small angle
            float next = 0.9950041653f * u - 0.0998334166f * v;
            v = 0.0998334166f * u + 0.9950041653f * v;
            u = next;
        }
    } else {
        for (int step = 0; step < STEPS; step++) { // a swing
            v -= 0.07f * u;
            u += 0.07f * v;
        }
    }
    out[i] = u;
}
