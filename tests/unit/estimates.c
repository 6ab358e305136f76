/* SPDX-License-Identifier: Apache-2.0 */
#include "estimates.h"

#include <math.h>

wg_estimate idle_estimate(void)
{
    wg_estimate e = {.seconds = 100e-6,
                     .launch = 2e-6,
                     .minimum = NAN,
                     .launches = 1,
                     .blocks_per_sm = 8,
                     .warps_per_sm = 64,
                     .occupancy = 1,
                     .waves = 4,
                     .registers = 32,
                     .lanes = 1,
                     .l1_hits = NAN,
                     .l2_hits = NAN};
    for (int k = 0; k < WG_WHAT_IF_COUNT; k++)
        e.what_if[k] = NAN;
    e.stalls[WG_STALL_issued] = 0.1;
    e.stalls[WG_STALL_memory] = 0.8;
    e.stalls[WG_STALL_turn] = 0.1;
    return e;
}
