/* SPDX-License-Identifier: Apache-2.0 */
/* Ampere (sm_80, sm_86, sm_87) and Ada (sm_89). Integers have lanes of their own on sm_80 (NVIDIA A100 tensor core GPU
 * whitepaper). On sm_86 and sm_89 the lanes that do integers are half of those that do single precision (NVIDIA Ampere
 * GA102 GPU architecture whitepaper), one or the other in a cycle: that is not followed, so code with as many integer
 * as floating-point instructions is predicted too fast there. Everything else is as sm_90 has it: not measured. */
#include "machine/targets/targets.h"

const wg_target wg_target_sm_8x = {.name = "sm_8x",
                                   .first = 80,
                                   .last = 89,
                                   .based_on = "sm_9x",
                                   WG_HABITS_OF_SM_90,
                                   .registers = WG_REGISTERS_SM_90,
                                   .int_lanes = WG_INT_LANES_OWN,
                                   .has_uniform_datapath = true};
