#define N 64

__kernel __attribute__((reqd_work_group_size(N, 1, 1)))
void cosine_transform(__global const float *x, __global float *spectrum)
{
    __local float table[N];
    __local float sample[N];
    int l = get_local_id(0);
    int base = get_group_id(0) * N;

    if (l < N / 2)
        table[l] = cos(6.2831853f * l / N);
    sample[l] = x[base + l];
    barrier(CLK_LOCAL_MEM_FENCE);

    float sum = 0.0f;
    for (int k = 0; k < N; k++) {
        int phase = (k * l) % N;
        sum += sample[k] * table[phase]; //! uninitialised
    }
    spectrum[base + l] = sum; //! uninitialised
}
