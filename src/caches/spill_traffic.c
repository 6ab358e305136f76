/* SPDX-License-Identifier: Apache-2.0 */
/* What registers that are kept in memory do to the caches.
 *
 * A thread's words lie so that a warp's are next to one another: a request and four sectors each. Stores go through to
 * the second-level cache; loads find what was stored or loaded a little before in the first (96 % in bounds_tight).
 * Frames of all resident threads together are larger than what the second-level cache keeps unwritten, mostly: the rest
 * goes on to memory. */
#include "caches/cache.h"
#include "caches/traffic.h"
#include "machine/machine.h"

#include <math.h>

void wg_traffic_add_spills(const wg_machine *machine, const wg_launch *launch, const wg_profile *profile, uint32_t sms,
                           wg_traffic *traffic)
{
    enum { SECTORS = 4 }; /* of a warp's words */
    double words = 0, threads = launch->block[0] * launch->block[1] * launch->block[2];
    for (uint32_t n = 0; n < machine->count; n++)
        words += machine->insns[n].spilled * (double)profile->insns[n].value[WG_COUNTER_warp_instructions];
    double blocks =
        fmin((double)launch->grid[0] * launch->grid[1] * launch->grid[2], (double)sms * traffic->blocks_per_sm);
    double frames = machine->frame * threads * blocks, kept = traffic->room.unwritten;
    double part = frames > kept ? 1 - kept / frames : 0;
    traffic->total.l2[WG_L2_WRITE] += SECTORS * words;
    for (int state = 0; state < WG_L2_STATES; state++)
        traffic->total.dram_written[state] += SECTORS * words * part * WG_SECTOR_BYTES;
    traffic->written_back = part;
}
