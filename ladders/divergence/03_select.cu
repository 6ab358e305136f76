// Another cure: no branch at all. Both sides are a multiplication by a matrix, so each lane chooses its matrix before the loop and all go
// through the same instructions. It takes seeing what the sides have in common, and the longer side's instructions are done by
// all; in exchange the elements stay where they are.
//
// Launch: a thread an element.
#define STEPS 64

__global__ void branch_select(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    bool odd = i % 2;
    float uu = odd ? 1 - 0.07f * 0.07f : 0.9950041653f, uv = odd ? 0.07f : -0.0998334166f;
    float vu = odd ? -0.07f : 0.0998334166f, vv = odd ? 1 : 0.9950041653f;
    float u = in[i], v = 1 - u;
    for (int step = 0; step < STEPS; step++) {
        float next = uu * u + uv * v;
        v = vu * u + vv * v;
        u = next;
    }
    out[i] = u;
}
