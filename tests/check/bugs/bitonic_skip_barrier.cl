#define SIZE 64

__kernel void sort_groups(__global const uint *keys, __global uint *sorted, int n)
{
    __local uint s[SIZE];
    int lid = get_local_id(0);
    int gid = get_global_id(0);
    s[lid] = gid < n ? keys[gid] : UINT_MAX;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int k = 2; k <= SIZE; k <<= 1) {
        for (int j = k >> 1; j > 0; j >>= 1) {
            int other = lid ^ j;
            if (other > lid) {
                uint a = s[lid];  //! race
                uint b = s[other];  //! race
                if ((a > b) == ((lid & k) == 0)) {
                    s[lid] = b;  //! race
                    s[other] = a;  //! race
                }
            }
            if (j >= 32)
                barrier(CLK_LOCAL_MEM_FENCE);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    sorted[gid] = s[lid];
}
