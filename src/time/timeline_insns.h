/* SPDX-License-Identifier: Apache-2.0 */
/* Private to the timeline: its instructions, without what the caches do. */
#ifndef WG_TIME_TIMELINE_INSNS_H
#define WG_TIME_TIMELINE_INSNS_H

#include "time/timeline.h"

/* Behind those of the program comes one that stores a word of a spilled register, and so many that load one. */
enum { WG_FILLS = 4 };

void wg_timeline_insns(const wg_timeline_source *from, wg_timeline *out);

/* What the instruction is in such a launch; lanes: the part of them that take part, 0 to 1. */
void wg_timeline_change(wg_sm_insn *insn, wg_what_if what_if, double lanes);

#endif
