#define TILE 64

float2 pull(float2 d, float m)
{
    float r2 = d.x * d.x + d.y * d.y + 0.01f;
    return d * (m / (r2 * sqrt(r2)));
}

__kernel void accelerate(__global const float *px, __global const float *py, __global const float *mass,
                         __global float *ax, __global float *ay, int n)
{
    __local float4 body[TILE];
    int lid = get_local_id(0);
    int i = get_global_id(0);
    float2 me = i < n ? (float2)(px[i], py[i]) : (float2)(0.0f);
    float2 acc = (float2)(0.0f);

    for (int first = 0; first < n; first += TILE) {
        int j = first + lid;
        body[lid] = j < n ? (float4)(px[j], py[j], mass[j], 0.0f) : (float4)(0.0f);  //! race
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < TILE; k++)
            acc += pull(body[k].xy - me, body[k].z);  //! race
    }
    if (i < n) {
        ax[i] = acc.x;
        ay[i] = acc.y;
    }
}
