/* SPDX-License-Identifier: Apache-2.0 */
/* Volta, Turing, Ampere, Ada. Integers have lanes of their own since Volta (NVIDIA Tesla V100 whitepaper). Everything
 * else is as sm_90 has it: not measured. The uniform datapath came with Turing (NVIDIA Turing whitepaper); that Volta
 * does without it is not followed. */
#include "machine/targets/targets.h"

const wg_target wg_target_sm_7x = {.name = "sm_7x",
                                   .first = 70,
                                   .last = 89,
                                   .based_on = "sm_9x",
                                   .expansions = &wg_expansions_sm_90,
                                   .unrolling = &wg_unrolling_sm_90,
                                   .latencies = &wg_latencies_sm_90,
                                   .registers = WG_REGISTERS_SM_90,
                                   .predicates = 7,
                                   .longest_predicated = 12,
                                   .int_lanes = WG_INT_LANES_OWN,
                                   .has_uniform_datapath = true};
