/* SPDX-License-Identifier: Apache-2.0 */
/* Private to the timeline: its instructions, without what the caches do. */
#ifndef WG_TIME_TIMELINE_INSNS_H
#define WG_TIME_TIMELINE_INSNS_H

#include "time/timeline.h"

/* Behind those of the program comes one that stores a word of a spilled register, and so many that load one. */
enum { WG_FILLS = 4 };

/* Behind those: the number of the one that loads words of a tile. The next puts them into shared memory. */
static inline uint32_t wg_tile_load(const wg_program *program)
{
    return program->insn_count + 1 + WG_FILLS;
}

void wg_timeline_insns(const wg_timeline_source *from, wg_timeline *out);

#endif
