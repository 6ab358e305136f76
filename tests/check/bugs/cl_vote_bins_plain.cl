#define BINS 12

int bin_of(float degrees)
{
    int bin = (int)(degrees * (BINS / 360.0f));
    return min(bin, BINS - 1);
}

__kernel void vote_angles(__global const float *angle, __global int *votes, int n)
{
    __local int local_votes[BINS];
    int l = get_local_id(0);
    if (l < BINS)
        local_votes[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    int i = get_global_id(0);
    if (i < n) {
        int bin = bin_of(angle[i]);
        local_votes[bin] += 1; //! race
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < BINS)
        atomic_add(&votes[l], local_votes[l]);
}
