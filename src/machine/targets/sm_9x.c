/* SPDX-License-Identifier: Apache-2.0 */
/* Hopper: the one that was measured. expansions.def and the numbers here were learnt from what nvcc 13.0 makes for
 * sm_90, and are checked against counters of an H200 (tests/unit/test_machine.c). */
#include "machine/targets/targets.h"

const wg_unrolling wg_unrolling_sm_90 = {.rounds = 4,
                                         .instructions = 56,
                                         .whole_rounds = 256,
                                         .whole = 640,
                                         .partly = 8,
                                         .entry_alu = 4, /* how many rounds are left, for four, for two, for one */
                                         .entry_unpiped = 3};

const wg_assumed_latencies wg_latencies_sm_90 = {.global = 400, .near = 30, .sfu = 20, .arithmetic = 4};

const wg_target wg_target_sm_9x = {.name = "sm_9x",
                                   .first = 90,
                                   .last = 99,
                                   WG_HABITS_OF_SM_90,
                                   .registers = WG_REGISTERS_SM_90,
                                   .int_lanes = WG_INT_LANES_OWN,
                                   .has_uniform_datapath = true};
