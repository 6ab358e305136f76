#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern "C" __global__ void cg_block_uniform_steps(const float *in, float *out, int n, int threshold)
{
    __shared__ float a[96], b[96];
    __shared__ int passes;
    cg::thread_block block = cg::this_thread_block();
    int t = block.thread_rank();
    int i = block.group_index().x * block.size() + t;
    a[t] = i < n ? in[i] : 0.0f;
    if (t == 17)
        passes = block.group_index().x < threshold ? 3 : 0;
    block.sync();

    if (passes > 0) {
        for (int p = 0; p < passes; ++p) {
            b[t] = 0.5f * (a[t] + a[(t + 1) % 96]);
            block.sync();
            a[t] = 0.5f * (b[t] + b[(t + 95) % 96]);
            block.sync();
        }
    } else {
        b[95 - t] = a[t];
        block.sync();
        a[t] = b[t];
    }
    if (i < n)
        out[i] = a[t];
}
