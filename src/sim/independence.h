/* SPDX-License-Identifier: Apache-2.0 */
#ifndef WG_SIM_INDEPENDENCE_H
#define WG_SIM_INDEPENDENCE_H

#include "sim/program.h"

/* Whether what a block does, which instructions it executes and which addresses it touches, follows from its place in
 * the grid and the kernel's parameters alone: not from what is in memory, nor from what other blocks do, nor from a
 * clock. Such a block can be left out, or run twice, and the others do the same as before. Where that is not certain:
 * false. */
bool wg_program_is_independent(const wg_program *program);

#endif
