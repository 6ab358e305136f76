/* SPDX-License-Identifier: Apache-2.0 */
/* What a store is about to write, a lane at a time. */
#ifndef WG_CHECK_STORED_H
#define WG_CHECK_STORED_H

#include "sim/warp.h"

enum { WG_STORED_BYTES = 32 };

uint32_t wg_check_stored_bytes(const wg_insn *i);
/* Where a lane's store goes. */
uint64_t wg_check_target(const wg_warp *w, const wg_insn *i, int lane);
/* false: it is no plain store. */
bool wg_check_stored(const wg_warp *w, const wg_insn *i, int lane, unsigned char out[WG_STORED_BYTES]);

#endif
