/* SPDX-License-Identifier: Apache-2.0 */
/* How many registers a thread needs, estimated: the values alive at once where most are. */
#ifndef WG_MACHINE_REGISTERS_H
#define WG_MACHINE_REGISTERS_H

#include "machine/machine.h"

/* What a multiprocessor has. */
typedef struct wg_register_file {
    unsigned total, full; /* registers; those of a thread with which it is full of threads */
    unsigned besides;     /* registers of a thread that hold no value of the program */
    bool has_short_addresses;
} wg_register_file;

/* Of the kernel and what it calls, as launch__registers_per_thread has it: no less than 16, no more than the kernel's
 * launch bounds allow. alive: of each instruction how many there would be, if they were without end. */
uint16_t wg_registers_estimate(const wg_program *program, const wg_machine *machine, uint16_t *alive);
/* What launch bounds and -maxrregcount leave. */
unsigned wg_registers_allowed(const wg_program *program);
/* The same as the first on another multiprocessor than that of the newest GPUs. */
uint16_t wg_registers_of_file(const wg_program *program, const wg_machine *machine, const wg_register_file *file,
                              uint16_t *alive);

#endif
