/* SPDX-License-Identifier: Apache-2.0 */
/* Private to the prediction: registers that ptxas keeps in memory. */
#ifndef WG_MACHINE_SPILLS_H
#define WG_MACHINE_SPILLS_H

#include "machine/machine.h"

/* What ptxas said of a thread, in bytes. */
typedef struct wg_spills {
    double stores, loads; /* as they stand in the code, once each */
    double frame;         /* of memory they are in */
} wg_spills;

/* From the words alive at each instruction and the registers there are for them; sets wg_machine_insn.spilled and
 * .filled. */
void wg_spills_estimate(const wg_program *program, wg_machine *machine, const uint16_t *alive, unsigned registers);
/* The same places, as many as ptxas said. */
void wg_spills_know(wg_machine *machine, const wg_spills *spills);

#endif
