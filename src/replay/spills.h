/* Private to the replay: registers that ptxas keeps in memory. */
#ifndef WG_REPLAY_SPILLS_H
#define WG_REPLAY_SPILLS_H

#include "replay/machine.h"
#include "replay/traffic.h"

/* What ptxas said of a thread, in bytes. */
typedef struct wg_spills {
    double stores, loads; /* as they stand in the code, once each */
    double frame;         /* of memory they are in */
} wg_spills;

/* From the words alive at each instruction and the registers there are for them; sets wg_machine_insn.spilled and .filled. */
void wg_spills_estimate(const wg_program *program, wg_machine *machine, const uint16_t *alive, unsigned registers);
/* The same places, as many as ptxas said. */
void wg_spills_know(wg_machine *machine, const wg_spills *spills);

/* Adds what they do to the caches, and which part of the stores gets as far as memory. */
void wg_spills_traffic(const wg_machine *machine, const wg_launch *launch, const wg_profile *profile, uint32_t sms,
                       wg_traffic *traffic);

#endif
