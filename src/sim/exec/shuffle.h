/* SPDX-License-Identifier: Apache-2.0 */
#ifndef WG_SIM_EXEC_SHUFFLE_H
#define WG_SIM_EXEC_SHUFFLE_H

#include "sim/program.h"

/* Lane j's source for shfl, and whether it was in range: the segment and clamp arithmetic of the ISA. */
static inline int wg_shuffle_source(wg_mod mode, int lane, uint32_t b, uint32_t c, bool *in_range)
{
    int clamp = (int)(c & 31), segment = (int)(c >> 8 & 31), value = (int)(b & 31);
    int maximum = (lane & segment) | (clamp & ~segment), minimum = lane & segment, source;
    switch (mode) {
    case WG_MOD_UP:
        source = lane - value;
        *in_range = source >= maximum;
        break;
    case WG_MOD_DOWN:
        source = lane + value;
        *in_range = source <= maximum;
        break;
    case WG_MOD_BFLY:
        source = lane ^ value;
        *in_range = source <= maximum;
        break;
    default:
        source = minimum | (value & ~segment);
        *in_range = source <= maximum;
        break;
    }
    return *in_range ? source : lane;
}

#endif
