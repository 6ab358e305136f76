/* SPDX-License-Identifier: Apache-2.0 */
/* Volta (sm_70, sm_72) and Turing (sm_75). Integers have lanes of their own since Volta (NVIDIA Tesla V100 whitepaper).
 * Everything else is as sm_90 has it: not measured. The uniform datapath came with Turing (NVIDIA Turing whitepaper);
 * that Volta does without it is not followed. */
#include "machine/targets/targets.h"

const wg_target wg_target_sm_7x = {.name = "sm_7x",
                                   .first = 70,
                                   .last = 79,
                                   .based_on = "sm_9x",
                                   WG_HABITS_OF_SM_90,
                                   .registers = WG_REGISTERS_SM_90,
                                   .int_lanes = WG_INT_LANES_OWN,
                                   .has_uniform_datapath = true};
