/* SPDX-License-Identifier: Apache-2.0 */
/* Kepler: a core does integers and single precision (NVIDIA Kepler GK110 whitepaper). The rest is as sm_5x has it: not
 * measured. */
#include "machine/targets/targets.h"

const wg_target wg_target_sm_3x = {.name = "sm_3x",
                                   .first = 30,
                                   .last = 39,
                                   .based_on = "sm_9x",
                                   WG_HABITS_OF_SM_90,
                                   .registers = WG_REGISTERS_SM_90,
                                   .int_lanes = WG_INT_LANES_F32};
