/* SPDX-License-Identifier: Apache-2.0 */
/* Where ptxas puts each instruction. Within a region (a basic block, or several that short branches made one) they are
 * in the order of their ranks. */
#ifndef WG_MACHINE_SCHEDULE_H
#define WG_MACHINE_SCHEDULE_H

#include "machine/machine.h"

typedef struct wg_schedule {
    uint32_t *rank, *region; /* by instruction */
} wg_schedule;

wg_schedule wg_schedule_find(const wg_program *program, const wg_machine *machine, uint32_t registers);
void wg_schedule_free(wg_schedule *schedule);

#endif
