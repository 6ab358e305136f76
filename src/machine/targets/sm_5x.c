/* SPDX-License-Identifier: Apache-2.0 */
/* Maxwell and Pascal: a core does integers and single precision (NVIDIA GeForce GTX 1080 whitepaper), and there is no
 * uniform datapath before Turing. Code is compiled for sm_75 at least, whose registers ptxas tells; instructions,
 * latencies and registers are as sm_90 has them: not measured. */
#include "machine/targets/targets.h"

const wg_target wg_target_sm_5x = {.name = "sm_5x",
                                   .first = 50,
                                   .last = 69,
                                   .based_on = "sm_9x",
                                   WG_HABITS_OF_SM_90,
                                   .registers = WG_REGISTERS_SM_90,
                                   .int_lanes = WG_INT_LANES_F32};
