/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/order.h"

#include "base/text.h"

/* A Feistel network permutes the next larger square of a power of two; what lies outside goes through it again. */
uint64_t wg_order_nth(uint64_t seed, uint64_t nth, uint64_t count)
{
    enum { ROUNDS = 4 };
    unsigned half = 1;
    while (half < 32 && (uint64_t)1 << 2 * half < count)
        half++;
    uint64_t mask = ((uint64_t)1 << half) - 1;
    do {
        uint64_t left = nth >> half, right = nth & mask;
        for (uint64_t round = 0; round < ROUNDS; round++) {
            uint64_t next = left ^ (wg_mix(wg_mix(seed + round) ^ right) & mask);
            left = right;
            right = next;
        }
        nth = left << half | right;
    } while (nth >= count);
    return nth;
}

uint64_t wg_order_random(uint64_t *state)
{
    return wg_mix(*state += UINT64_C(0x9e3779b97f4a7c15));
}
