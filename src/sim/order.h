/* SPDX-License-Identifier: Apache-2.0 */
/* Another order than the usual one, for a seed: of the blocks of a launch, of the warps of a block, and how long each
 * warp's turns are. All of them are orders that a GPU may have. */
#ifndef WG_SIM_ORDER_H
#define WG_SIM_ORDER_H

#include <stdint.h>

/* A permutation of 0 … count - 1. */
uint64_t wg_order_nth(uint64_t seed, uint64_t nth, uint64_t count);
/* A new random number; *state goes on. */
uint64_t wg_order_random(uint64_t *state);

#endif
