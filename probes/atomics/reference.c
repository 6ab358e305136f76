#include <stddef.h>

const char *check_total(const unsigned *counters, int targets, int rounds, int threads)
{
    unsigned long long total = 0;
    for (int k = 0; k < targets; k++)
        total += counters[k];
    return total == (unsigned long long)rounds * (unsigned long long)threads ? NULL : "additions were lost";
}
