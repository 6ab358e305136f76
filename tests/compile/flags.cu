// Compiles only with -DFACTOR=… and -I tests/compile/include.
#include <offset.h>
extern "C" __global__ void flagged(int *p)
{
    p[threadIdx.x] = FACTOR + OFFSET;
}
