/* SPDX-License-Identifier: Apache-2.0 */
/* Replays of a few instructions on one multiprocessor. */
#ifndef WG_TESTS_REPLAYS_H
#define WG_TESTS_REPLAYS_H

#include "time/sm.h"

enum { NO = WG_SM_NO_REGISTER, LENGTH = 4000 };

/* About an H200's multiprocessor, with memory that always takes as long. */
wg_sm model(uint32_t resident);

/* pipe -1: none */
wg_sm_insn insn(int pipe, wg_sm_action action, float latency, uint16_t result, uint16_t a, uint16_t b);

/* Blocks of `warps` warps that all execute these instructions in turn, LENGTH operations in all. The first keeps the
 * books by instruction, which are to be freed; the second has numbers alone. */
wg_sm_result replay_books(const wg_sm *sm, const wg_sm_insn *insns, size_t insn_count, const wg_sm_op *pattern,
                          uint32_t warps, size_t blocks);
wg_sm_result replay(const wg_sm *sm, const wg_sm_insn *insns, size_t insn_count, const wg_sm_op *pattern,
                    uint32_t warps, size_t blocks);

/* Prints what differs. */
bool about(double value, double wanted, double tolerance);

#endif
