// Gravity by tiles of bodies; the last tile is filled with bodies of no mass.
#define TILE 64

__global__ void nbody_tiles(const float4 *body, float3 *force, int n)
{
    __shared__ float4 tile[TILE];
    int i = blockIdx.x * TILE + threadIdx.x;
    float4 me = body[min(i, n - 1)];
    float3 f = make_float3(0.0f, 0.0f, 0.0f);
    for (int t = 0; t < n; t += TILE) {
        int j = t + threadIdx.x;
        tile[threadIdx.x] = j < n ? body[j] : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
        __syncthreads();
        for (int k = 0; k < TILE; k++) {
            float dx = tile[k].x - me.x, dy = tile[k].y - me.y, dz = tile[k].z - me.z;
            float r = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-3f);
            float s = tile[k].w * r * r * r;
            f.x += s * dx;
            f.y += s * dy;
            f.z += s * dz;
        }
        __syncthreads();
    }
    if (i < n)
        force[i] = f;
}
