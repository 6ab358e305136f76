/* SPDX-License-Identifier: Apache-2.0 */
/* Blackwell for consumers (sm_120, sm_121). All lanes of single precision do integers as well, one or the other in a
 * cycle, which doubles the rate of integers (NVIDIA RTX Blackwell GPU architecture whitepaper, 2025, "Blackwell SM"):
 * sums have nothing to gain from the multiplier. The uniform datapath is still there, unlike in the GPUs before Volta
 * that shared lanes. Everything else is as sm_90 has it: not measured. */
#include "machine/targets/targets.h"

const wg_target wg_target_sm_12x = {.name = "sm_12x",
                                    .first = 120,
                                    .last = 129,
                                    .based_on = "sm_9x",
                                    WG_HABITS_OF_SM_90,
                                    .registers = WG_REGISTERS_SM_90,
                                    .int_lanes = WG_INT_LANES_F32,
                                    .has_uniform_datapath = true};
