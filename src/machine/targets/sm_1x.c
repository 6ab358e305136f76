/* SPDX-License-Identifier: Apache-2.0 */
/* The first GPUs that ran CUDA. The same scalar processors do integers and single precision (Lindholm et al., NVIDIA
 * Tesla: a unified graphics and computing architecture, 2008). Addresses have 32 bits (CUDA C programming guide 4.2:
 * longer ones begin with compute capability 2.0). An arithmetic instruction may take one operand from shared memory
 * (Volkov and Demmel, Benchmarking GPUs to tune dense linear algebra, SC 2008), at an offset from one of four address
 * registers that has room for 127 words (nv50_ir_target_nv50.cpp of Mesa), of which compilers used 128 bytes. One
 * register holds the numbers of the thread; parameters are operands in memory. Loops, branches and latencies are as
 * sm_90 has them: not measured. */
#include "machine/targets/targets.h"

const wg_target wg_target_sm_1x = {.name = "sm_1x",
                                   .first = 10,
                                   .last = 19,
                                   .based_on = "sm_9x",
                                   WG_HABITS_OF_SM_90,
                                   .registers = {.total = 0, .plenty = 0, .reserved = 1, .most = 255},
                                   .int_lanes = WG_INT_LANES_F32,
                                   .has_short_addresses = true,
                                   .has_shared_operands = true,
                                   .shared_reach = 128,
                                   .is_foreign = true};
