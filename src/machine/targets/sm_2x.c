/* SPDX-License-Identifier: Apache-2.0 */
/* Fermi: a lane has an integer and a floating-point unit, of which one starts an instruction (NVIDIA Fermi compute
 * architecture whitepaper). The rest is as sm_5x has it: not measured. That a thread has 63 registers at most (CUDA C
 * programming guide 4.2) does not count, for ptxas is asked about code for sm_75. */
#include "machine/targets/targets.h"

const wg_target wg_target_sm_2x = {.name = "sm_2x",
                                   .first = 20,
                                   .last = 29,
                                   .based_on = "sm_9x",
                                   WG_HABITS_OF_SM_90,
                                   .registers = WG_REGISTERS_SM_90,
                                   .int_lanes = WG_INT_LANES_F32};
