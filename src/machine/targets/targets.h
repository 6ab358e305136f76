/* SPDX-License-Identifier: Apache-2.0 */
/* Private to the targets: what each is called, and the parts that one may have from another. */
#ifndef WG_MACHINE_TARGETS_TARGETS_H
#define WG_MACHINE_TARGETS_TARGETS_H

#include "machine/expansions.h"
#include "machine/target.h"

#define TARGET(id) extern const wg_target wg_target_##id;
#include "machine/targets/targets.def"
#undef TARGET

extern const wg_unrolling wg_unrolling_sm_90;
extern const wg_assumed_latencies wg_latencies_sm_90;
/* What ptxas makes of code for sm_90. The other targets take it over as long as nobody measured them, and say only what
 * is known to differ. */
#define WG_HABITS_OF_SM_90                                                                                             \
    .expansions = &wg_expansions_sm_90, .unrolling = &wg_unrolling_sm_90, .latencies = &wg_latencies_sm_90,            \
    .predicates = 7, .longest_predicated = 12
/* As ptxas counts them for sm_90. */
#define WG_REGISTERS_SM_90                                                                                             \
    {                                                                                                                  \
        .total = 65536, .plenty = 32, .reserved = 5, .most = 255                                                       \
    }

#endif
