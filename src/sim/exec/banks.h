/* SPDX-License-Identifier: Apache-2.0 */
/* Shared memory and the first-level cache have 32 banks of 4 bytes. */
#ifndef WG_SIM_EXEC_BANKS_H
#define WG_SIM_EXEC_BANKS_H

#include "sim/joining.h" /* wg_passes */

#include <stdbool.h>
#include <stdint.h>

enum { WG_BANKS = 32, WG_BANK_BYTES = 4 };

/* A set of up to 32 numbers, for counting how many differ. */
typedef struct wg_small_set {
    uint64_t key[64];
    uint64_t used; /* bit per entry */
} wg_small_set;

static inline bool wg_small_set_add(wg_small_set *set, uint64_t key)
{
    unsigned at = (unsigned)((key * 0x9e3779b97f4a7c15u) >> 58);
    while (set->used >> at & 1) {
        if (set->key[at] == key)
            return false;
        at = (at + 1) & 63;
    }
    set->used |= 1ull << at;
    set->key[at] = key;
    return true;
}

/* Passes that the lanes of `group` need when they go through the banks together: the most different words in one bank.
 */
static inline uint32_t wg_bank_passes(const uint64_t *address, uint32_t group, uint32_t bytes)
{
    uint8_t in_bank[WG_BANKS] = {0};
    wg_small_set set;
    set.used = 0;
    uint32_t most = 0, words = bytes > WG_BANK_BYTES ? bytes / WG_BANK_BYTES : 1;
    for (uint32_t left = group; left; left &= left - 1) {
        uint64_t first = address[__builtin_ctz(left)] / WG_BANK_BYTES;
        if (!wg_small_set_add(&set, first))
            continue;
        for (uint32_t word = 0; word < words; word++) {
            uint32_t passes = ++in_bank[(first + word) % WG_BANKS];
            most = passes > most ? passes : most;
        }
    }
    return most;
}

/* The same where lanes go one group after the other. */
static inline wg_passes wg_grouped_passes(const uint64_t *address, uint32_t mask, uint32_t bytes, uint32_t groups)
{
    wg_passes sum = {0, 0};
    uint32_t lanes = WG_LANES / groups;
    for (uint32_t first = 0; first < WG_LANES; first += lanes) {
        uint32_t group = mask & (WG_ALL_LANES >> (WG_LANES - lanes) << first);
        sum.wavefronts += group ? wg_bank_passes(address, group, bytes) : 0;
        sum.ideal += group != 0;
    }
    return sum;
}

#endif
