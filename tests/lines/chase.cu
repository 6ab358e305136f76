// A list is followed from node to node: where the next one lies is known only when this one is there. What is done at
// each node is little, and its weight lies beside it.
//
// warpgrind: --grid 132 --block 64
// warpgrind: -a next:i32[n]='(i*40503+12345)%n' -a weight:f32[n]=i -a sums:f32[8448] -a n:i32=1048576 -a steps:i32=64
__global__ void chase(const int *next, const float *weight, float *sums, int n, int steps)
{
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    int node = thread * 97 % n;
    float sum = 0;
    for (int k = 0; k < steps; k++) {
        float w = 0.5f * node;
        sum = sum * 0.25f + w;
        node = next[node];
    }
    sums[thread] = sum + weight[thread];
}
