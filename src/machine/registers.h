/* SPDX-License-Identifier: Apache-2.0 */
/* How many registers a thread needs, estimated: the values alive at once where most are. */
#ifndef WG_MACHINE_REGISTERS_H
#define WG_MACHINE_REGISTERS_H

#include "machine/machine.h"

/* Of the kernel and what it calls, as launch__registers_per_thread has it: no less than 16, no more than the kernel's
 * launch bounds allow. The target's registers count. alive: of each instruction how many there would be, if they were
 * without end. */
uint16_t wg_registers_estimate(const wg_program *program, const wg_machine *machine, const wg_target *target,
                               uint16_t *alive);
/* What launch bounds and -maxrregcount leave. */
unsigned wg_registers_allowed(const wg_program *program, const wg_register_file *file);

#endif
