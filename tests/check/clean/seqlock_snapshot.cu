// record[0] is the sequence number, record[1..3] the payload: (k, 2k, 3k).
extern "C" __global__ void seqlock_snapshot(unsigned *record, unsigned *snapshot, int updates)
{
    volatile unsigned *r = record;
    int id = blockIdx.x * 32 + threadIdx.x;
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        for (unsigned k = 1; k <= updates; ++k) {
            r[0] = 2 * k - 1;
            __threadfence();
            r[1] = k;
            r[2] = 2 * k;
            r[3] = 3 * k;
            __threadfence();
            r[0] = 2 * k;
        }
        snapshot[id] = 0;
        return;
    }
    unsigned before, after, a, b, c;
    do {
        before = r[0];
        __threadfence();
        a = r[1];
        b = r[2];
        c = r[3];
        __threadfence();
        after = r[0];
    } while (before != after || (before & 1));
    snapshot[id] = a + b == c ? a : 0xdeadu;
}
