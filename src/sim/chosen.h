/* SPDX-License-Identifier: Apache-2.0 */
/* Which blocks of a launch run, and in which order: all, or a sample. */
#ifndef WG_SIM_CHOSEN_H
#define WG_SIM_CHOSEN_H

#include "sim/launch.h"

uint64_t wg_chosen_count(const wg_launch *launch, uint64_t blocks);
/* The index of the one that comes at nth place. */
uint64_t wg_chosen_block(const wg_launch *launch, uint64_t blocks, uint64_t nth);

#endif
