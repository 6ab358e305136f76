/* SPDX-License-Identifier: Apache-2.0 */
/* Blackwell in data centres (sm_100, sm_103). As sm_90: not measured. Registers, threads and warps of a multiprocessor
 * are those of sm_90 (CUDA C++ programming guide 12.8, technical specifications per compute capability). */
#include "machine/targets/targets.h"

const wg_target wg_target_sm_10x = {.name = "sm_10x",
                                    .first = 100,
                                    .last = 119,
                                    .based_on = "sm_9x",
                                    WG_HABITS_OF_SM_90,
                                    .registers = WG_REGISTERS_SM_90,
                                    .int_lanes = WG_INT_LANES_OWN,
                                    .has_uniform_datapath = true};
