// Events with padding are built in private memory, copied whole through local memory, and read by member.
typedef struct {
    uchar type;
    float time;
    ushort channel;
    long count;
} event;
#define WG 40

__kernel void cl_record_copy(__global const float *time, __global long *total, __global float *latest, const int n)
{
    __local event ring[WG];
    const int lid = get_local_id(0), i = get_global_id(0);
    event e;
    e.type = i % 3;
    e.time = i < n ? time[i] : -1.0f;
    e.channel = lid;
    e.count = i < n ? i : 0;
    ring[lid] = e;
    barrier(CLK_LOCAL_MEM_FENCE);
    const event other = ring[(lid * 7 + 3) % WG];
    barrier(CLK_LOCAL_MEM_FENCE);
    ring[lid] = other;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < 3) {
        long sum = 0;
        float last = -1.0f;
        for (int k = 0; k < WG; k++)
            if (ring[k].type == lid) {
                sum += ring[k].count * ring[k].channel;
                last = fmax(last, ring[k].time);
            }
        total[get_group_id(0) * 3 + lid] = sum;
        latest[get_group_id(0) * 3 + lid] = last;
    }
}
