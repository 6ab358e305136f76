// All-pairs gravity: a thread sums the pull on one body; the others come by in tiles of shared memory.
#define TILE 256

__global__ void nbody(const float4 *body, float3 *pull, int bodies, float softening)
{
    __shared__ float4 tile[TILE];
    int i = blockIdx.x * TILE + threadIdx.x;
    float4 me = i < bodies ? body[i] : make_float4(0, 0, 0, 0);
    float3 sum = make_float3(0, 0, 0);
    for (int first = 0; first < bodies; first += TILE) {
        int other = first + threadIdx.x;
        tile[threadIdx.x] = other < bodies ? body[other] : make_float4(0, 0, 0, 0); // no mass, no pull
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < TILE; j++) {
            float4 you = tile[j];
            float dx = you.x - me.x, dy = you.y - me.y, dz = you.z - me.z;
            float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + softening);
            float weight = you.w * inverse * inverse * inverse;
            sum.x += weight * dx;
            sum.y += weight * dy;
            sum.z += weight * dz;
        }
        __syncthreads();
    }
    if (i < bodies)
        pull[i] = sum;
}
